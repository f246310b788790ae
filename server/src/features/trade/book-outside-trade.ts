import { v7 as uuidv7 } from 'uuid';
import type { Database, Transaction } from '../../db/database.ts';
import type { Row } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import { lockPositions, post, type PostingEntry } from '../../ledger/ledger.ts';
import type { OutsideTrade } from './outside-trade.ts';

/**
 * The id of the booking that this one replaces: a correction undid it. Null if there was none.
 * @throws DomainError OutsideTradeBooked
 */
export async function refuseBooked(
  { client }: Transaction,
  { venue, reference }: Pick<OutsideTrade, 'venue' | 'reference'>,
): Promise<string | null> {
  const { rows } = await client.query<{ id: string; is_reversed: boolean }>(
    `select id, ${isReversed} as is_reversed from outside_trade
      where lower(venue) = lower($1) and reference = $2 order by id desc limit 1`,
    [venue, reference],
  );
  const newest = rows[0];
  if (newest?.is_reversed === false) throw new DomainError('OutsideTradeBooked');
  return newest?.id ?? null;
}

/** By index transfer_reversed_once. */
const isReversed =
  'exists (select from transfer reversal where reversal.reverses_id = outside_trade.transfer_id)';

/**
 * The house's position follows, and what the outside owes it: what it gave is there no more, what it received is. Nobody's money
 * moves. The caller writes who did it into the audit log.
 * @throws DomainError OutsideTradeBooked
 */
export async function bookOutsideTrade(
  trx: Transaction,
  trade: OutsideTrade,
  bookedBy: string,
): Promise<void> {
  const { venue, reference, given, received, tradedAt } = trade;
  const replacesId = await refuseBooked(trx, trade);
  await lockPositions(trx, [given.asset, received.asset]);
  const [id, transferId] = [uuidv7(), uuidv7()];
  const [outcome] = await post(trx, [
    { transferId, kind: 'adjustment', referenceId: id, entries: entriesOf(trade) },
  ]);
  if (outcome?.isPosted !== true) throw new Error('the house could not move its own money');
  const { rowCount } = await trx.client.query(
    `insert into outside_trade (id, transfer_id, venue, reference, given_asset, given_amount, received_asset, received_amount,
       traded_at, booked_by, replaces_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing`,
    [
      id,
      transferId,
      venue,
      reference,
      given.asset,
      given.minorUnits,
      received.asset,
      received.minorUnits,
      tradedAt,
      bookedBy,
      replacesId,
    ],
  );
  // Somebody else booked it in the same moment.
  if (rowCount !== 1) throw new DomainError('OutsideTradeBooked');
}

/** Sorted by asset, as trades lock the positions. */
function entriesOf({ given, received }: OutsideTrade): PostingEntry[] {
  const moves = [
    { asset: given.asset, change: -given.minorUnits },
    { asset: received.asset, change: received.minorUnits },
  ];
  return moves
    .toSorted((one, other) => (one.asset < other.asset ? -1 : 1))
    .flatMap(({ asset, change }): PostingEntry[] => [
      { account: { owner: 'house', asset, kind: 'rail_clearing' }, amount: -change },
      { account: { owner: 'house', asset, kind: 'exposure' }, amount: change },
    ]);
}

export interface OutsideTradeRow extends Row<'outside_trade'> {
  /** A correction undid it. */
  readonly is_reversed: boolean;
}

/** Newest first. By indexes outside_trade_pkey and transfer_reversed_once. */
export async function listOutsideTrades(
  { pool }: Database,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<readonly OutsideTradeRow[]> {
  const { rows } = await pool.query<OutsideTradeRow>(
    `select outside_trade.*,
            ${isReversed} as is_reversed
       from outside_trade where id < coalesce($1, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
      order by id desc limit $2`,
    [after ?? null, limit],
  );
  return rows;
}
