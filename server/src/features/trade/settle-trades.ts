import { type Amount, amountOf } from '@mercury/contract/money/amount.ts';
import { type AssetCode, assetOf, isMadeHere } from '@mercury/contract/money/asset.ts';
import { type Price, valueInUsd } from '@mercury/contract/money/price.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import {
  lockBalances,
  lockPositions,
  post,
  type HouseReach,
  type PersonBalance,
  type Posting,
  type PostingEntry,
  type PostingOutcome,
  type Receipt,
} from '../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import { passLevelTurns } from '../levels/level-turn.ts';
import { findLevelRefusal } from '../levels/level-use.ts';
import { crossesDayLimit, lockTradedOfDay, type TradedOfDay } from './day-limit.ts';
import type { Offer } from './offer.ts';
import { keepOrigins, type TradeOrigin } from './trade-origin.ts';
import { beginTrade } from './trading-halt.ts';
import { insertTrades, tradeInHistory, type TradeRow } from './trade-record.ts';

export interface TradeOrder {
  /** The quote's id, if there is one, so that a quote is used once. */
  readonly tradeId: string;
  readonly userId: string;
  readonly offer: Offer;
  readonly recurringBuyId?: string | undefined;
  readonly origin: TradeOrigin;
}

export interface SettledTrade {
  readonly transactionId: string;
  readonly receipt: Receipt;
  readonly trade: TradeRow;
}

/** A refused order has changed nothing. */
export type Settlement = SettledTrade | { readonly refusal: DomainError };

export interface SettledOrder extends TradeOrder {
  readonly transactionId: string;
  readonly transferId: string;
}

/**
 * Posting, history and trade at exactly the offered terms, or none of them. Each order sees those before it as settled; one order
 * per person. The caller holds the people's rows. Until the end of the transaction, all trades of a currency take turns.
 * Refusals: TradingHalted, InsufficientBalance, LevelLimitReached, TradeLimitReached, ExposureLimitReached.
 */
export async function settleTrades(
  trx: Transaction,
  services: Pick<Services, 'settings'>,
  orders: readonly TradeOrder[],
): Promise<Settlement[]> {
  const judged = await judge(trx, services, orders);
  const settled = judged.flatMap(({ order, refusal }): SettledOrder[] =>
    refusal === undefined ? [{ ...order, transactionId: uuidv7(), transferId: uuidv7() }] : [],
  );
  const outcomes = await post(trx, settled.map(tradePosting));
  const trades = await insertTrades(trx, settled);
  await keepOrigins(trx, settled);
  await passLevelTurns(
    trx,
    judged.flatMap(({ order, refusal, isLimited }) =>
      refusal === undefined && isLimited ? [order.userId] : [],
    ),
  );
  const done = settled.map(({ transactionId }, index): SettledTrade => {
    const trade = trades[index];
    if (trade === undefined) throw new Error('a trade was not written');
    return { transactionId, receipt: receiptOf(outcomes[index]), trade };
  });
  return judged.map(({ refusal }) => {
    const settlement = refusal === undefined ? done.shift() : { refusal };
    if (settlement === undefined) throw new Error('an order was not settled');
    return settlement;
  });
}

interface Judged {
  readonly order: TradeOrder;
  readonly refusal: DomainError | undefined;
  /** By their level. */
  readonly isLimited: boolean;
}

/** Locks everything that is checked, so that the posting can't refuse what passes. */
async function judge(
  trx: Transaction,
  services: Pick<Services, 'settings'>,
  orders: readonly TradeOrder[],
): Promise<Judged[]> {
  const traded = await lockTradedOfDay(trx, orders);
  // Before accounts and positions are locked: it may read a month of somebody's history.
  const levelRefusals = await findLevelRefusals(trx, orders, traded);
  const assets = [...new Set(orders.flatMap(({ offer }) => [offer.from.asset, offer.to.asset]))];
  const halted = await beginTrade(trx, assets);
  const balances = await lockBalances(trx, { userIds: orders.map(({ userId }) => userId), assets });
  let positions = await lockPositions(trx, assets);
  const settled: TradeOrder[] = [];
  return orders.map((order, index) => {
    const ofDay = traded[index];
    if (ofDay === undefined) throw new Error('what somebody traded was not answered');
    const after = positionsAfter(positions, order.offer);
    const refusal = refusalOf(services, {
      order,
      isHalted: [order.offer.from.asset, order.offer.to.asset].some((asset) => halted.includes(asset)),
      available: availableOf(balances, order),
      levelRefusal: levelRefusals[index],
      isBeyondDay: crossesDayLimit(services, { order, traded: ofDay, settled }),
      positions: after,
    });
    const isLimited = ofDay.level !== null;
    if (refusal !== undefined) return { order, refusal, isLimited };
    settled.push(order);
    positions = after;
    return { order, refusal, isLimited };
  });
}

/** One order a person, so none of them changes what is left to another. */
async function findLevelRefusals(
  { client }: Transaction,
  orders: readonly TradeOrder[],
  traded: readonly TradedOfDay[],
): Promise<readonly (DomainError | undefined)[]> {
  const refusals: (DomainError | undefined)[] = [];
  for (const [index, { userId, offer }] of orders.entries()) {
    const asked = { userId, kind: 'trade', usd: offer.usdValue.minorUnits } as const;
    refusals.push(await findLevelRefusal(client, { ...asked, use: traded[index]?.level ?? null }));
  }
  return refusals;
}

function availableOf(balances: readonly PersonBalance[], { userId, offer }: TradeOrder): bigint {
  const held = balances.find((one) => one.userId === userId && one.asset === offer.from.asset);
  return held?.available ?? 0n;
}

function refusalOf(
  services: Pick<Services, 'settings'>,
  standing: {
    order: TradeOrder;
    isHalted: boolean;
    available: bigint;
    levelRefusal: DomainError | undefined;
    isBeyondDay: boolean;
    positions: HousePositions;
  },
): DomainError | undefined {
  const { order, isHalted, available, levelRefusal, isBeyondDay, positions } = standing;
  const { offer } = order;
  if (isHalted) return new DomainError('TradingHalted');
  // Before the limits: otherwise a person without money could measure what others traded.
  if (available < offer.from.minorUnits) return new DomainError('InsufficientBalance');
  if (levelRefusal !== undefined) return levelRefusal;
  if (isBeyondDay) return new DomainError('TradeLimitReached');
  if (crossesExposureLimit(services, { offer, positions })) return new DomainError('ExposureLimitReached');
  return undefined;
}

function tradePosting({ tradeId, userId, offer, transactionId, transferId }: SettledOrder): Posting {
  const { amount, fee, direction } = tradeInHistory(offer);
  return {
    transferId,
    kind: offer.type === 'EXCHANGE' ? 'exchange' : 'trade',
    referenceId: tradeId,
    entries: tradeEntries(userId, offer),
    records: [
      {
        id: transactionId,
        userId,
        type: offer.type,
        asset: amount.asset,
        amount: amount.minorUnits,
        fee,
        direction,
        status: 'COMPLETED',
        state: 'completed',
        referenceId: tradeId,
        usdValue: offer.usdValue.minorUnits,
      },
    ],
  };
}

/** The house takes the amount minus the fee, earns the fee, and gives what it promised. */
function tradeEntries(userId: string, offer: Offer): PostingEntry[] {
  const { from, fee, to } = offer;
  const earned: PostingEntry = {
    account: { owner: 'house', asset: fee.asset, kind: 'fees' },
    amount: fee.minorUnits,
  };
  return [
    { account: { owner: userId, asset: from.asset, kind: 'available' }, amount: -from.minorUnits },
    ...(fee.minorUnits === 0n ? [] : [earned]),
    ...houseMovements(offer).map(({ change }): PostingEntry => ({
      account: { owner: 'house', asset: change.asset, kind: 'exposure' },
      amount: change.minorUnits,
    })),
    { account: { owner: userId, asset: to.asset, kind: 'available' }, amount: to.minorUnits },
  ];
}

function receiptOf(outcome: PostingOutcome | undefined): Receipt {
  if (outcome === undefined) throw new Error('the ledger did not answer a posting');
  // The balance was locked and checked.
  if (!outcome.isPosted) throw new Error(`a trade was refused as ${outcome.refusal}`);
  return outcome.receipt;
}

/** Of the house's position in one asset, with the price that values it. */
interface Movement {
  readonly change: Amount;
  readonly price: Price;
}

/** In smallest units. Absent means zero. */
type HousePositions = ReadonlyMap<AssetCode, HouseReach>;

/** Sorted by asset, so that every trade locks in this order. */
function houseMovements({ from, fee, to, fromPrice, toPrice }: Offer): readonly Movement[] {
  const gained = { change: amountOf(from.asset, from.minorUnits - fee.minorUnits), price: fromPrice };
  const given = { change: amountOf(to.asset, -to.minorUnits), price: toPrice };
  return from.asset < to.asset ? [gained, given] : [given, gained];
}

const nothing: HouseReach = { lowest: 0n, highest: 0n };

function positionsAfter(positions: HousePositions, offer: Offer): HousePositions {
  const after = new Map(positions);
  for (const { change } of houseMovements(offer)) {
    const { lowest, highest } = after.get(change.asset) ?? nothing;
    after.set(change.asset, {
      lowest: lowest + change.minorUnits,
      highest: highest + change.minorUnits,
    });
  }
  return after;
}

/** `positions` must already include the trade. */
function crossesExposureLimit(
  { settings }: Pick<Services, 'settings'>,
  { offer, positions }: { offer: Offer; positions: HousePositions },
): boolean {
  return houseMovements(offer).some((movement) => {
    const { lowest, highest } = positions.get(movement.change.asset) ?? nothing;
    // As if all orders of the house had traded that move it the same way.
    const position = movement.change.minorUnits < 0n ? lowest : highest;
    return isTooFarOut(position, movement, settings.current.trade.exposureUsdMax);
  });
}

/** A trade that brings a position back towards zero always passes. */
export function isTooFarOut(position: bigint, { change, price }: Movement, usdMax: Amount): boolean {
  // The operator makes this asset, so owing it is no risk.
  if (position < 0n && isMadeHere(assetOf(change.asset))) return false;
  const before = position - change.minorUnits;
  if (magnitudeOf(position) <= magnitudeOf(before)) return false;
  const value = valueInUsd(amountOf(change.asset, magnitudeOf(position)), price, 'up');
  return value.minorUnits > usdMax.minorUnits;
}

function magnitudeOf(units: bigint): bigint {
  return units < 0n ? -units : units;
}
