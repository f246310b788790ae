import type { OutsideTradeInput } from '@mercury/contract/console/trading.ts';
import { amountOf, formatAmount, parseAmount, type Amount } from '@mercury/contract/money/amount.ts';
import { wholeUnitOf, type AssetCode } from '@mercury/contract/money/asset.ts';
import { formatPrice } from '@mercury/contract/money/price.ts';
import type pg from 'pg';
import { DomainError } from '../../errors.ts';
import { houseId } from '../house-quotes/house.ts';

/** What the house traded at another venue. */
export interface OutsideTrade {
  readonly venue: string;
  /** As the venue calls it. */
  readonly reference: string;
  readonly given: Amount;
  readonly received: Amount;
  readonly tradedAt: Date;
}

/** Clocks differ. */
const futureMaxMs = 5 * 60 * 1000;

/** @throws DomainError AmountNotPositive, AmountOutOfRange, ValidationFailed */
export function readOutsideTrade(input: OutsideTradeInput): OutsideTrade {
  const { venue, reference } = input;
  const given = readAmount(input.givenCurrency, input.givenAmount);
  const received = readAmount(input.receivedCurrency, input.receivedAmount);
  const tradedAt = new Date(input.tradedAt);
  if (given.asset === received.asset) refuseField('receivedCurrency');
  if (tradedAt.getTime() > Date.now() + futureMaxMs) refuseField('tradedAt');
  return { venue, reference, given, received, tradedAt };
}

function refuseField(field: string): never {
  throw new DomainError('ValidationFailed', { fieldErrors: [{ field, key: 'invalid' }] });
}

function readAmount(asset: AssetCode, text: string): Amount {
  const amount = parseAmount(asset, text);
  if (amount === undefined) throw new DomainError('AmountOutOfRange');
  if (amount.minorUnits <= 0n) throw new DomainError('AmountNotPositive');
  return amount;
}

/** Positions move with every trade: they are told, and may be others when it is booked. */
export const movingFacts = ['positions'];

/** For whoever approves it, and for the audit log. */
export async function describeOutsideTrade(connection: Pick<pg.Pool, 'query'>, trade: OutsideTrade) {
  const { venue, reference, given, received, tradedAt } = trade;
  const price = priceOf(trade);
  const positions = await findPositions(connection, [given.asset, received.asset]);
  const lineOf = (asset: AssetCode, change: bigint): string => {
    const now = positions.get(asset) ?? 0n;
    const text = (units: bigint) => formatAmount(amountOf(asset, units));
    return `${text(now)} → ${text(now + change)} ${asset}`;
  };
  return {
    subject: {
      kind: 'outside_trade',
      id: `${venue.toLowerCase()} ${reference}`,
      name: `${textOf(given)} → ${textOf(received)}, ${venue} ${reference}`,
    },
    before: { booked: false },
    after: {
      booked: true,
      venue,
      reference,
      given: textOf(given),
      received: textOf(received),
      ...(price !== undefined && { price }),
      tradedAt: tradedAt.toISOString(),
      positions: [lineOf(given.asset, -given.minorUnits), lineOf(received.asset, received.minorUnits)],
    },
  };
}

const textOf = (amount: Amount): string => `${formatAmount(amount)} ${amount.asset}`;

/** Where dollars were traded: a slip of the hand is seen by it. */
function priceOf({ given, received }: OutsideTrade): string | undefined {
  const [dollars, other] = given.asset === 'USD' ? [given, received] : [received, given];
  if (dollars.asset !== 'USD') return undefined;
  const scaledUsd =
    (dollars.minorUnits * 10n ** 12n * wholeUnitOf(other.asset)) / (wholeUnitOf('USD') * other.minorUnits);
  return `${formatPrice({ scaledUsd })} USD for 1 ${other.asset}`;
}

/** What the house has through exchanges, with what its own account in the order books has; below zero it owes. */
async function findPositions(
  connection: Pick<pg.Pool, 'query'>,
  assets: readonly AssetCode[],
): Promise<ReadonlyMap<AssetCode, bigint>> {
  const rows = await listPositions(connection);
  return new Map(rows.filter(({ asset }) => assets.includes(asset)).map((row) => [row.asset, row.position]));
}

export interface Position {
  readonly asset: AssetCode;
  readonly position: bigint;
}

/** Of what was ever traded with the house, in the order of the assets: a row an asset. */
export async function listPositions(connection: Pick<pg.Pool, 'query'>): Promise<readonly Position[]> {
  const { rows } = await connection.query<Position>(
    `select house_position.asset, house_position.position + coalesce(own.balance, 0) as position
       from house_position
       join asset on asset.code = house_position.asset
       left join account own on own.owner_id = $1 and own.asset = house_position.asset and own.kind = 'available'
      order by asset.position`,
    [houseId],
  );
  return rows;
}
