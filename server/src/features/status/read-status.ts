import { setTimeout } from 'node:timers/promises';
import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { ComponentState, getStatus } from '@mercury/contract/api/status.ts';
import type { Services } from '../../services.ts';
import { findMarkets, type MarketState, stateNow } from '../orders/market-terms.ts';
import { isTradingHalted } from '../trade/trading-halt.ts';
import { findBacklog, type Backlog } from './queries.ts';

type Status = Omit<ReplyOf<typeof getStatus>, 'success'>;
type StatusServices = Pick<Services, 'config' | 'db' | 'market' | 'log'>;

interface Trading {
  /** The operator halted all of it. */
  readonly isHalted: boolean;
  readonly markets: readonly MarketState[];
}

/** All callers of this time share one look, so that they cost the database nothing. */
const keptMs = 5_000;
/** A part that needs longer is not well. The browser waits for ten seconds. */
const patienceMs = 3_000;

export function createStatusReader(services: StatusServices): () => Promise<Status> {
  let last: { readonly atMs: number; readonly status: Promise<Status> } | undefined;
  return () => {
    const now = Date.now();
    if (last === undefined || now - last.atMs >= keptMs) last = { atMs: now, status: readStatus(services) };
    return last.status;
  };
}

async function readStatus(services: StatusServices): Promise<Status> {
  const [backlog, prices, trading] = await Promise.all([
    within(services, () => findBacklog(services.db)),
    within(services, () => services.market.listCoins()),
    within(services, () => lookAtTrading(services)),
  ]);
  return {
    checkedAt: new Date().toISOString(),
    components: [
      { name: 'service', state: 'operational' },
      { name: 'database', state: backlog === undefined ? 'down' : 'operational' },
      { name: 'prices', state: stateOfPrices(services, prices) },
      { name: 'trading', state: stateOfTrading(trading) },
      { name: 'payments', state: stateOf(backlog, (late) => late.areTopUpsFailing || late.areJobsLate) },
      { name: 'mails', state: stateOf(backlog, (late) => late.areMailsLate) },
    ],
    prices: prices === undefined ? null : { asOf: prices.asOf, isPretended: prices.source === 'pretend' },
    trading:
      trading === undefined
        ? null
        : { marketsOpen: trading.markets.filter(isOpen).length, marketsTotal: trading.markets.length },
  };
}

/** What is bought and sold at our price, and the order books. */
async function lookAtTrading({ db }: StatusServices): Promise<Trading> {
  const [isHalted, markets] = await Promise.all([isTradingHalted(db, []), findMarkets(db)]);
  return { isHalted, markets: markets.map(stateNow) };
}

/** A book that takes only orders that rest in it is open: its price has just jumped, or it is new. */
function isOpen(market: MarketState): boolean {
  return market === 'open' || market === 'post_only';
}

/** A market that its operator has not opened is no fault. */
function stateOfTrading(trading: Trading | undefined): ComponentState {
  if (trading === undefined) return 'unknown';
  const running = trading.markets.filter((market) => market !== 'halted');
  if (trading.isHalted || (running.length > 0 && !running.some(isOpen))) return 'down';
  return running.every(isOpen) ? 'operational' : 'degraded';
}

/** Undefined if it fails or takes too long. The log says why, the reply does not. */
async function within<Found>(
  { log }: Pick<Services, 'log'>,
  look: () => Promise<Found>,
): Promise<Found | undefined> {
  try {
    return await Promise.race([look(), setTimeout(patienceMs, undefined, { ref: false })]);
  } catch (error) {
    log.warn({ err: error }, 'a part of the service could not be looked at');
    return undefined;
  }
}

function stateOf(backlog: Backlog | undefined, isLate: (backlog: Backlog) => boolean): ComponentState {
  if (backlog === undefined) return 'unknown';
  return isLate(backlog) ? 'degraded' : 'operational';
}

/** Pretended prices are what an operator without a service wants. */
function stateOfPrices(
  { config }: Pick<Services, 'config'>,
  prices: { source: 'live' | 'pretend'; isStale: boolean } | undefined,
): ComponentState {
  if (prices === undefined) return 'unknown';
  const isMissing = prices.source === 'pretend' && config.marketData !== undefined;
  return isMissing || prices.isStale ? 'degraded' : 'operational';
}
