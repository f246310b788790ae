import type { Locale } from '@mercury/contract/locales.ts';
import { type Actor, appendEntry } from '../../audit/append-entry.ts';
import type { Transaction } from '../../db/database.ts';
import { createToken, hashToken } from '../../identity/secrets/tokens.ts';
import { addJob } from '../../jobs/queue.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { changeText } from '../../mail/proposal-change.ts';
import { securityParameters } from '../../security-parameters.ts';
import type { Services } from '../../services.ts';
import { consolePath, consoleUrlOf } from '../place.ts';
import { permissionsFor, type StoredPermissions } from '../staff/roles.ts';
import { findProposal, mayDecide, type ProposalRow } from './queries.ts';

// Where nobody else may approve, the second pair of eyes is time, with a mail to everybody who could object.

/** Of the link in the mail about a delayed proposal. */
export interface Delay {
  readonly token: string;
  readonly tokenHash: Buffer;
}

/** Undefined if somebody but the proposer may approve it. The caller holds the turn. */
export async function findDelay(
  trx: Transaction,
  proposed: Pick<ProposalRow, 'kind' | 'needs' | 'proposed_by'>,
): Promise<Delay | undefined> {
  if (await hasSecondPerson(trx, proposed)) return undefined;
  const token = createToken();
  return { token, tokenHash: hashToken(token) };
}

async function hasSecondPerson(
  { client }: Transaction,
  { kind, needs, proposed_by }: Pick<ProposalRow, 'kind' | 'needs' | 'proposed_by'>,
): Promise<boolean> {
  const { rows } = await client.query<{ name: string; permissions: StoredPermissions }>(
    `select name, permissions from staff_role
     where exists (select from staff_member where held_role = staff_role.name and id <> $1)`,
    [proposed_by],
  );
  return rows.some(({ name, permissions: stored }) =>
    mayDecide({ kind, needs }, { permissions: permissionsFor(name, stored) }),
  );
}

/** After whoever may approve has changed: what somebody may approve now waits for them. The caller holds the turn. */
export async function endNeedlessDelays(trx: Transaction): Promise<void> {
  const { rows } = await trx.client.query<Pick<ProposalRow, 'id' | 'kind' | 'needs' | 'proposed_by'>>(
    `select id, kind, needs, proposed_by from proposal where state = 'open' and delayed_until is not null`,
  );
  for (const row of rows) {
    if (await hasSecondPerson(trx, row))
      await trx.client.query('update proposal set delayed_until = null where id = $1', [row.id]);
  }
}

/**
 * After somebody has left, or may approve less: what nobody else can approve any more begins its delay now, as if it were asked for
 * now. The caller holds the turn.
 */
export async function beginMissingDelays(
  trx: Transaction,
  services: Pick<Services, 'config'>,
  actor: Actor,
): Promise<void> {
  const { rows } = await trx.client.query<{ id: string }>(
    `select id from proposal where state = 'open' and delayed_until is null and expires_at > now() order by id`,
  );
  for (const { id } of rows) {
    const waiting = await findProposal(trx.client, { id });
    const delay = waiting && (await findDelay(trx, waiting));
    if (delay === undefined) continue;
    await trx.client.query(
      `update proposal set delayed_until = now() + make_interval(hours => $2),
         expires_at = now() + make_interval(hours => $3), cancel_token_hash = $4
       where id = $1`,
      [id, securityParameters.proposalDelayHours, securityParameters.proposalHours, delay.tokenHash],
    );
    const row = await findProposal(trx.client, { id });
    if (row === undefined) throw new Error(`proposal ${id} is gone`);
    await beginDelay(trx, services, { row, token: delay.token });
    await appendEntry(trx, {
      actor,
      action: 'proposal.delay',
      subject: { kind: 'proposal', id },
      after: { delayedUntil: row.delayed_until },
    });
  }
}

/** In the commit that begins it: the job that does it, and a mail to everybody who could object. */
export async function beginDelay(
  trx: Transaction,
  { config }: Pick<Services, 'config'>,
  { row, token }: { row: ProposalRow; token: string },
): Promise<void> {
  if (row.delayed_until === null) throw new Error(`proposal ${row.id} has no delay`);
  await addJobOf(trx, { id: row.id, runAt: row.delayed_until });
  const url = new URL(`${consolePath}/proposal-cancellation#${token}`, consoleUrlOf(config)).href;
  const values = {
    act: row.kind,
    about: row.subject_name,
    change: changeText(row),
    proposedBy: row.proposer.email,
    reason: row.reason,
    at: row.delayed_until.toISOString(),
    url,
  };
  for (const { email, name, locale } of await findWhoCouldObject(trx)) {
    await enqueueMail(
      trx,
      { userId: null, email, locale },
      { template: 'proposal-delayed', values: { ...values, username: name } },
    );
  }
}

/** Everybody who gets in, or did until lately: whoever took an account over may have put its owner out first. */
async function findWhoCouldObject({
  client,
}: Transaction): Promise<{ email: string; name: string; locale: Locale }[]> {
  const { rows } = await client.query<{ email: string; name: string; locale: Locale }>(
    `select distinct on (lower(email)) email, name, locale from staff_member
     where removed_at is null or removed_at > now() - make_interval(hours => $1)
     order by lower(email), removed_at desc nulls first`,
    [securityParameters.proposalHours],
  );
  return rows;
}

/** Does it once the delay is over. */
export async function addJobOf(trx: Transaction, { id, runAt }: { id: string; runAt: Date }): Promise<void> {
  await addJob(trx, 'carry-out-proposal', { proposalId: id }, { runAt, key: `proposal:${id}` });
}
