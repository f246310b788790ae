import type { LimitUse } from '@mercury/contract/api/levels.ts';
import { limitKinds } from '@mercury/contract/api/levels.ts';
import type { Level, LevelLimit, LevelTerms } from '@mercury/contract/console/levels.ts';
import { levelLimits } from '@mercury/contract/console/levels.ts';
import { amountOf, formatAmount, parseAmountOutside } from '@mercury/contract/money/amount.ts';
import type pg from 'pg';
import type { Transaction } from '../../db/database.ts';
import { maybeOne, type Row } from '../../db/rows.ts';
import { leftOf, type LevelUse, limitsOf } from './level-use.ts';

type Queryable = Pick<pg.Pool, 'query'>;

export type LevelRow = Row<'level'>;

/** From the lowest on. */
export async function findLevels(connection: Queryable): Promise<readonly LevelRow[]> {
  const { rows } = await connection.query<LevelRow>('select * from level order by rank');
  return rows;
}

/** Undefined where there are none. */
export async function findLevelOf(
  connection: Queryable,
  userId: string,
): Promise<(LevelRow & { readonly is_highest: boolean }) | undefined> {
  return maybeOne(
    await connection.query(
      `select own.*, not exists (select from level where level.rank > own.rank) as is_highest from level_of($1) own`,
      [userId],
    ),
  );
}

export async function findUse(connection: Queryable, userId: string): Promise<LimitUse[]> {
  const { rows } = await connection.query<{ kind: LimitUse['kind']; use: LevelUse | null }>(
    `select kind, level_use($1, kind) as use from unnest($2::text[]) with ordinality as asked (kind, position)
      order by position`,
    [userId, limitKinds],
  );
  return rows.flatMap(({ kind, use }) =>
    limitsOf(use).map((limit) => ({
      kind,
      period: limit.period,
      maxUsd: usdText(limit.max),
      usedUsd: usdText(limit.used),
      leftUsd: usdText(leftOf(limit)),
    })),
  );
}

export function usdText(units: bigint): string {
  return formatAmount(amountOf('USD', units));
}

const columnOf = {
  depositDay: 'deposit_day',
  depositMonth: 'deposit_month',
  withdrawalDay: 'withdrawal_day',
  withdrawalMonth: 'withdrawal_month',
  tradeDay: 'trade_day',
  tradeMonth: 'trade_month',
} as const satisfies Readonly<Record<LevelLimit, keyof LevelRow>>;

export function termsOf(row: LevelRow): LevelTerms {
  const textOf = (limit: LevelLimit): string | null => {
    const units = row[columnOf[limit]];
    return units === null ? null : usdText(units);
  };
  return {
    name: row.name,
    advice: row.advice,
    limits: {
      depositDay: textOf('depositDay'),
      depositMonth: textOf('depositMonth'),
      withdrawalDay: textOf('withdrawalDay'),
      withdrawalMonth: textOf('withdrawalMonth'),
      tradeDay: textOf('tradeDay'),
      tradeMonth: textOf('tradeMonth'),
    },
  };
}

/** With how many people were given each. */
export async function listLevels(connection: Queryable): Promise<Level[]> {
  const { rows } = await connection.query<CountedLevel>(
    `select level.*, (select count(*)::integer from app_user where level_id = level.id) as people_count
       from level order by rank`,
  );
  return rows.map(presentLevel);
}

type CountedLevel = LevelRow & { readonly people_count: number };

function presentLevel(row: CountedLevel): Level {
  return { id: row.id, ...termsOf(row), peopleCount: row.people_count };
}

/** Nobody is given a level meanwhile, and no other change comes between. */
export async function lockLevels({ client }: Transaction): Promise<readonly LevelRow[]> {
  await client.query('lock table level in share row exclusive mode');
  return findLevels(client);
}

/** A new one, or another one of the same id, in its place among the others. The caller has locked them. */
export async function putLevel(
  { client }: Transaction,
  { id, place, terms }: { id: string; place: number; terms: LevelTerms },
): Promise<void> {
  const others = (await findLevels(client)).map((level) => level.id).filter((each) => each !== id);
  const columns = levelLimits.map((limit) => columnOf[limit]);
  await client.query(
    `insert into level (id, rank, name, advice, ${columns.join(', ')})
     values ($1, $2, $3, $4, ${columns.map((_column, at) => `$${at + 5}`).join(', ')})
     on conflict (id) do update set name = excluded.name, advice = excluded.advice,
       ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    [
      id,
      place,
      JSON.stringify(terms.name),
      terms.advice && JSON.stringify(terms.advice),
      ...levelLimits.map((limit) => unitsOf(terms.limits[limit])),
    ],
  );
  await setOrder(client, others.toSpliced(place - 1, 0, id));
}

export async function dropLevel({ client }: Transaction, id: string): Promise<void> {
  await client.query('delete from level where id = $1', [id]);
  await setOrder(
    client,
    (await findLevels(client)).map((level) => level.id),
  );
}

async function setOrder(client: Queryable, ids: readonly string[]): Promise<void> {
  await client.query('update level set rank = array_position($1::uuid[], id)', [ids]);
}

/** Of US dollars as the contract lets them through. */
export function unitsOf(text: string | null): bigint | null {
  if (text === null) return null;
  const amount = parseAmountOutside('USD', text);
  if (amount === undefined) throw new Error(`the contract lets no ${text} through as US dollars`);
  return amount.minorUnits;
}
