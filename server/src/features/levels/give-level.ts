import { v7 as uuidv7 } from 'uuid';
import { appendEntry, nameOf, type Actor } from '../../audit/append-entry.ts';
import { inTransaction, type Database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { tellPerson } from '../../identity/events/tell-person.ts';
import { lockForOperator } from '../../identity/person/locks.ts';
import { publishWithCommit } from '../../realtime/publisher.ts';
import { findLevelOf, findLevels } from './levels.ts';

export interface GivenLevel {
  readonly userId: string;
  readonly levelId: string;
  readonly note: string;
  /** To wherever documents are checked. */
  readonly reference: string;
  readonly actor: Actor;
}

/** Counts from the next call on, with all that was moved before. @throws DomainError NotFound, NothingToChange */
export async function giveLevel(
  db: Database,
  { userId, levelId, note, reference, actor }: GivenLevel,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { client } = trx;
    const user = await lockForOperator(trx, userId);
    // It is not removed meanwhile.
    await client.query('lock table level in share mode');
    const after = (await findLevels(client)).find(({ id }) => id === levelId);
    const before = await findLevelOf(client, userId);
    if (after === undefined || before === undefined) throw new DomainError('NotFound');
    if (before.id === after.id) throw new DomainError('NothingToChange');
    await client.query('update app_user set level_id = $2 where id = $1', [userId, levelId]);
    await client.query(
      `insert into level_change (id, user_id, name_before, name_after, note, reference, actor)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [uuidv7(), userId, before.name.en, after.name.en, note, reference, nameOf(actor)],
    );
    await tellPerson(trx, user, { kind: 'level_changed', actor: 'operator' });
    await publishWithCommit(trx, [{ userId, topics: ['account'] }]);
    await appendEntry(trx, {
      actor,
      action: 'people.level',
      subject: { kind: 'person', id: userId },
      before: { username: user.username, level: before.name.en },
      after: { level: after.name.en, reference },
      reason: note,
    });
  });
}
