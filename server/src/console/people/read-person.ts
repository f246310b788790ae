import type { Balance, PersonFile } from '@mercury/contract/console/people.ts';
import { localeSchema } from '@mercury/contract/api/shapes.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import type { Database } from '../../db/database.ts';
import { maybeOne, one } from '../../db/rows.ts';
import { findHistory } from '../../features/transactions/queries.ts';
import type { Holding } from '../../features/wallet/queries.ts';
import { listHoldings } from '../../features/wallet/show-wallet.ts';
import { isFrozen } from '../../identity/person/frozen.ts';
import type { UserRow } from '../../identity/person/person.ts';
import { listOpenProposalsAbout } from '../proposals/queries.ts';
import type { StaffSession } from '../staff/sessions.ts';
import { presentHistory } from './history.ts';
import { maySeeContact, maySeeReasons, type OpenFile } from './looks.ts';

const openWithdrawalsMax = 50;

export async function readPerson(
  db: Database,
  session: StaffSession,
  { person, until }: OpenFile,
): Promise<PersonFile> {
  const { id } = person;
  const [counts, frozen, holdings, withdrawals, openProposals] = await Promise.all([
    countWaysIn(db, id),
    readFreeze(db, session, person),
    listHoldings({ db }, id),
    findHistory(db, id, { type: 'WITHDRAW', status: 'PENDING', limit: openWithdrawalsMax }),
    listOpenProposalsAbout(db, session, { kind: 'person', id }),
  ]);
  return {
    id,
    username: person.username,
    email: maySeeContact(session) && person.deleted_at === null ? person.email : null,
    isEmailProved: person.email_verified_at !== null,
    walletAddress: person.address,
    locale: localeSchema.parse(person.locale),
    joinedAt: person.created_at.toISOString(),
    leftAt: person.deleted_at?.toISOString() ?? null,
    frozen,
    twoFactorSince: person.two_factor_enabled_at?.toISOString() ?? null,
    passkeyCount: counts.passkeys,
    apiKeyCount: counts.api_keys,
    balances: holdings.map(presentBalance),
    openWithdrawals: withdrawals.rows.map(presentHistory),
    openProposals,
    lookUntil: until.toISOString(),
  };
}

async function countWaysIn(
  { pool }: Database,
  personId: string,
): Promise<{ passkeys: number; api_keys: number }> {
  return one(
    await pool.query<{ passkeys: number; api_keys: number }>(
      `select (select count(*)::integer from passkey where user_id = $1) as passkeys,
         (select count(*)::integer from api_key where user_id = $1) as api_keys`,
      [personId],
    ),
  );
}

/** Who froze it stands in the audit log only; of a freeze by a link nobody did. */
async function readFreeze(
  { pool }: Database,
  session: StaffSession,
  person: UserRow,
): Promise<PersonFile['frozen']> {
  const { frozen_at: since, frozen_by: by, unfreezes_at: until } = person;
  if (since === null || by === null || !isFrozen(person)) return null;
  const entry = maybeOne(
    await pool.query<{ actor: string; reason: string | null }>(
      `select actor, reason from audit_entry where subject_id = $1 and action = 'people.freeze' and $2
       order by seq desc limit 1`,
      [person.id, by === 'operator'],
    ),
  );
  return {
    since: since.toISOString(),
    by,
    byName: entry?.actor ?? null,
    reason: maySeeReasons(session) ? (entry?.reason ?? null) : null,
    until: until?.toISOString() ?? null,
  };
}

function presentBalance({ asset, available, held, inOrders, pending }: Holding): Balance {
  const text = (minorUnits: bigint): string => formatAmount(amountOf(asset, minorUnits));
  return {
    currency: asset,
    balance: text(available + held),
    held: text(held),
    inOrders: text(inOrders),
    pending: text(pending),
  };
}
