import type { Transaction } from '../db/database.ts';
import { publishWithCommit } from '../realtime/publisher.ts';
import { topicsOf } from './topics-of-act.ts';

/**
 * A member of staff in a session of theirs, the operator of the command line, somebody who only said who they are, or whoever has
 * the link of a mail.
 */
export type Actor =
  | {
      readonly kind: 'staff';
      readonly staffId: string;
      readonly sessionId: string;
      readonly email: string;
      readonly role: string;
      readonly networkAddress: string;
    }
  | { readonly kind: 'operator'; readonly name: string }
  | { readonly kind: 'unproved'; readonly email: string; readonly networkAddress: string }
  | { readonly kind: 'link'; readonly networkAddress: string };

export interface AuditedAct {
  readonly actor: Actor;
  readonly action: string;
  readonly subject?: { readonly kind: string; readonly id: string };
  /** Of what was changed, as JSON. Never a secret, nor anything that opens an account. */
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  readonly reason?: string | undefined;
}

/**
 * Writes who did what, in the commit that does it, which also tells the console's pages. Entries take turns from here to the end of
 * the transaction, so it comes last.
 */
export async function appendEntry(trx: Transaction, act: AuditedAct): Promise<void> {
  const { actor, action, subject, before, after, reason } = act;
  const entry = {
    ...columnsOf(actor),
    action,
    subject_kind: subject?.kind,
    subject_id: subject?.id,
    before,
    after,
    reason: reason === '' ? undefined : reason,
  };
  await trx.client.query('select audit_append($1)', [JSON.stringify(entry)]);
  await publishWithCommit(trx, [{ consoleTopics: topicsOf(action) }]);
}

/** As the log calls them. */
export function nameOf(actor: Actor): string {
  if (actor.kind === 'operator') return actor.name;
  return actor.kind === 'link' ? 'link of a mail' : actor.email;
}

function columnsOf(actor: Actor): Readonly<Record<string, string>> {
  switch (actor.kind) {
    case 'operator':
      return { actor: nameOf(actor) };
    case 'unproved':
    case 'link':
      return { actor: nameOf(actor), network_address: actor.networkAddress };
    case 'staff':
      return {
        actor: nameOf(actor),
        staff_id: actor.staffId,
        session_id: actor.sessionId,
        role: actor.role,
        network_address: actor.networkAddress,
      };
  }
}
