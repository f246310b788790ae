import type { LimitKind, LimitPeriod } from '@mercury/contract/api/levels.ts';
import type pg from 'pg';
import { maybeOne } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';

type Queryable = Pick<pg.Pool, 'query'>;

/** As `level_use` of 0033-levels.sql answers it; null where nothing limits the kind. In millionths of a US dollar. */
export interface LevelUse {
  readonly dayMax: string | null;
  readonly dayUsed: string;
  readonly monthMax: string | null;
  readonly monthUsed: string;
}

/** SQL expression, for a statement that is made anyway: without levels it costs next to nothing. */
export function levelUse(person: string, kind: LimitKind): string {
  return `level_use(${person}, '${kind}')`;
}

interface Limit {
  readonly period: LimitPeriod;
  readonly max: bigint;
  readonly used: bigint;
}

export function limitsOf(use: LevelUse | null): readonly Limit[] {
  if (use === null) return [];
  const { dayMax, dayUsed, monthMax, monthUsed } = use;
  return [
    ...(dayMax === null ? [] : [{ period: 'day', max: BigInt(dayMax), used: BigInt(dayUsed) } as const]),
    ...(monthMax === null
      ? []
      : [{ period: 'month', max: BigInt(monthMax), used: BigInt(monthUsed) } as const]),
  ];
}

export function leftOf({ max, used }: Limit): bigint {
  return used < max ? max - used : 0n;
}

/** Of a use that was read after this amount was written. */
export function usedBefore(use: LevelUse | null, usd: bigint): LevelUse | null {
  if (use === null) return null;
  const without = (used: string) => String(BigInt(used) - usd);
  return { ...use, dayUsed: without(use.dayUsed), monthUsed: without(use.monthUsed) };
}

interface Asked {
  readonly userId: string;
  readonly kind: LimitKind;
  readonly use: LevelUse | null;
  /** Worth in millionths of a US dollar; undefined if nobody knows a price. */
  readonly usd: bigint | undefined;
}

/** Why something of that worth is refused; undefined if it is not. */
export async function findLevelRefusal(
  connection: Queryable,
  { use, usd, ...asked }: Asked,
): Promise<DomainError | undefined> {
  const limits = limitsOf(use);
  if (limits.length === 0) return undefined;
  // What can't be valued would pass any limit.
  if (usd === undefined) return new DomainError('PriceMissing');
  let reached: { limit: Limit; roomAt: Date | undefined } | undefined;
  for (const limit of limits.filter(({ max, used }) => used + usd > max)) {
    const roomAt = await findRoomAt(connection, { ...asked, limit, usd });
    if (reached === undefined || isLater(roomAt, reached.roomAt)) reached = { limit, roomAt };
  }
  if (reached === undefined) return undefined;
  const { limit, roomAt } = reached;
  return new DomainError('LevelLimitReached', {
    limit: { kind: asked.kind, period: limit.period, leftUsd: leftOf(limit), roomAt },
  });
}

/** Undefined is never. */
function isLater(one: Date | undefined, other: Date | undefined): boolean {
  return other !== undefined && (one === undefined || one > other);
}

const spans: Readonly<Record<LimitPeriod, string>> = { day: '24 hours', month: '30 days' };

/** When as much of what is counted is over as stands in the way. What this transaction itself wrote is not counted. */
async function findRoomAt(
  connection: Queryable,
  { userId, kind, limit, usd }: { userId: string; kind: LimitKind; limit: Limit; usd: bigint },
): Promise<Date | undefined> {
  const row = maybeOne(
    await connection.query<{ at: Date }>(
      `select created_at + $3::interval as at from (
         select created_at, sum(usd_value) over (order by created_at, id) as freed
           from counted_for_level($1, $2, now() - $3::interval)
       ) counted
       where freed >= $4 and created_at < now()
       order by created_at limit 1`,
      [userId, kind, spans[limit.period], limit.used + usd - limit.max],
    ),
  );
  return row?.at;
}
