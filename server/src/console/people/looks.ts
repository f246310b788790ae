import { inTransaction, type Database } from '../../db/database.ts';
import { maybeOne, one } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import type { Origin } from '../../http/caller.ts';
import { recordLook } from '../../identity/events/record-look.ts';
import { findUserById, type UserRow } from '../../identity/person/person.ts';
import { securityParameters } from '../../security-parameters.ts';
import { actorOf, type StaffSession } from '../staff/sessions.ts';

/** Whether the role sees how to reach a person, and from where they sign in. */
export function maySeeContact({ permissions }: Pick<StaffSession, 'permissions'>): boolean {
  return permissions.includes('people.read_contact');
}

/** Whether the role sees why a colleague froze an account: whoever answers the person must not give it away. */
export function maySeeReasons({ permissions }: Pick<StaffSession, 'permissions'>): boolean {
  return permissions.includes('audit.read');
}

/** Opens the file of a person in this session. They find it in their own history. @throws DomainError NotFound */
export async function lookAtPerson(
  db: Database,
  {
    personId,
    reason,
    session,
    origin,
  }: { personId: string; reason: string; session: StaffSession; origin: Origin },
): Promise<Date> {
  return inTransaction(db, async (trx) => {
    const person = await findUserById(trx.kysely, personId);
    if (person === undefined) throw new DomainError('NotFound');
    const { until } = one(
      await trx.client.query<{ until: Date }>(
        `insert into person_look (session_id, user_id, until) values ($1, $2, now() + make_interval(mins => $3))
         on conflict (session_id, user_id) do update set until = excluded.until
         returning until`,
        [session.id, personId, securityParameters.lookMinutes],
      ),
    );
    await recordLook(trx, person, { actor: actorOf(session, origin), reason });
    return until;
  });
}

export interface OpenFile {
  readonly person: UserRow;
  readonly until: Date;
}

/** For every call that reads of a person. @throws DomainError LookRequired, NotFound */
export async function requireLook(
  { pool, kysely }: Database,
  session: StaffSession,
  personId: string,
): Promise<OpenFile> {
  const look = maybeOne(
    await pool.query<{ until: Date }>(
      'select until from person_look where session_id = $1 and user_id = $2 and until > now()',
      [session.id, personId],
    ),
  );
  const person = await findUserById(kysely, personId);
  if (person === undefined) throw new DomainError('NotFound');
  if (look === undefined) throw new DomainError('LookRequired');
  return { person, until: look.until };
}
