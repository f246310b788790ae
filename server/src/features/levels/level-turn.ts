import type { Transaction } from '../../db/database.ts';

// Orders are judged before their batch, trades within their transaction. A number for each person whose trades are limited tells
// whether something came between: who judged by an older one judges again (docs/decisions.md).

/** Something else of the person was traded or ordered after they were judged. Nothing was written. */
export class LevelTurnTakenError extends Error {
  override readonly name = 'LevelTurnTakenError';
}

/** SQL expression: how often the person has traded or ordered. To be read in one statement with what it stands for. */
export function levelTurn(person: string): string {
  return `coalesce((select number from level_turn where user_id = ${person}), 0)`;
}

export interface LevelTurn {
  readonly userId: string;
  /** As it was when the person was judged. */
  readonly number: bigint;
}

/**
 * Of orders, once what they write is written: the caller holds the people's rows, at least shared. The last lock of a transaction,
 * by user id, so whoever waits for it waits only for commits.
 * @throws LevelTurnTakenError
 */
export async function takeLevelTurns({ client }: Transaction, turns: readonly LevelTurn[]): Promise<void> {
  if (turns.length === 0) return;
  const { rowCount } = await client.query(
    `insert into level_turn as own (user_id, number)
     select user_id, number + 1 from unnest($1::uuid[], $2::bigint[]) as judged (user_id, number) order by user_id
     on conflict (user_id) do update set number = excluded.number where own.number = excluded.number - 1`,
    [turns.map(({ userId }) => userId), turns.map(({ number }) => number)],
  );
  if (rowCount !== turns.length) throw new LevelTurnTakenError('something came between');
}

/** Of trades. The caller has held the people's rows exclusively since before it judged them, so nothing can have come between. */
export async function passLevelTurns({ client }: Transaction, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await client.query(
    `insert into level_turn as own (user_id, number) select user_id, 1 from unnest($1::uuid[]) as user_id order by user_id
     on conflict (user_id) do update set number = own.number + 1`,
    [userIds],
  );
}
