import { limits } from '@mercury/contract/limits.ts';
import { assetOf, isMadeHere, type AssetCode } from '@mercury/contract/money/asset.ts';
import { amountForUsd, type Price } from '@mercury/contract/money/price.ts';
import { findHouseReach, type HouseReach } from '../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import type { BusinessSettings } from '../../settings/registry.ts';
import { termsOf, type MarketRow } from '../orders/market-terms.ts';
import { findFirmPrice } from '../trade/firm-price.ts';
import type { TrustedPrice } from '../trade/offer.ts';
import { spreadBpsAt } from '../trade/spread.ts';
import { ladderOf, type Ladder } from './ladder.ts';
import type { Room, Side } from './plan.ts';
import type { QuoteSettings } from './settings.ts';

export type StandingServices = Pick<Services, 'db' | 'log' | 'market' | 'rail' | 'settings'>;

/** What a look knows: prices are read once, and the position anew after it may have changed. */
export interface Standing {
  /** Undefined: no price to quote from (none, too old, jumped, too uncertain). */
  ladderFor(row: MarketRow, settings: QuoteSettings): Promise<Ladder | undefined>;
  roomsFor(row: MarketRow): Promise<Readonly<Record<Side, Room>>>;
  forgetReach(): void;
}

const noRoom: Room = { base: 0n, quote: 0n };

export function createStanding(services: StandingServices, assets: readonly AssetCode[]): Standing {
  const prices = new Map<AssetCode, Promise<TrustedPrice | undefined>>();
  let reach: ReadonlyMap<AssetCode, HouseReach> | undefined;

  function priceOf(asset: AssetCode): Promise<TrustedPrice | undefined> {
    // The price that is there: a look never waits for the market.
    const price = prices.get(asset) ?? findFirmPrice(services, asset, { asksService: false });
    prices.set(asset, price);
    return price;
  }

  async function pricesOf({ base, quote }: MarketRow) {
    const [ofBase, ofQuote] = await Promise.all([priceOf(base), priceOf(quote)]);
    return ofBase && ofQuote && { ofBase, ofQuote };
  }

  return {
    async ladderFor(row, settings) {
      const known = await pricesOf(row);
      if (known === undefined) return undefined;
      const uncertainBps = spreadBpsAt(0, [known.ofBase, known.ofQuote].map(asOld), new Date());
      if (uncertainBps > limits.tradeSpreadBpsMax) return undefined;
      return ladderOf(termsOf(row), { ...known, uncertainBps, settings });
    },
    async roomsFor(row) {
      const known = await pricesOf(row);
      if (known === undefined) return { BUY: noRoom, SELL: noRoom };
      reach ??= await findHouseReach(services.db, assets);
      const wayFor = (price: TrustedPrice) =>
        wayOf(services.settings.current, {
          price,
          reach: reach?.get(price.asset) ?? { lowest: 0n, highest: 0n },
        });
      const [base, quote] = [wayFor(known.ofBase), wayFor(known.ofQuote)];
      return { BUY: { base: base.up, quote: quote.down }, SELL: { base: base.down, quote: quote.up } };
    },
    forgetReach: () => (reach = undefined),
  };
}

const ageStepMs = 30_000;

/** In half minutes, rounded up: otherwise the spread would grow, and orders move, each second. */
function asOld(price: TrustedPrice): TrustedPrice {
  const ageMs = Math.ceil(Math.max(0, Date.now() - price.asOf.getTime()) / ageStepMs) * ageStepMs;
  return { ...price, asOf: new Date(Date.now() - ageMs) };
}

/** In smallest units: how much further the house's position may go, if all of its open orders trade. Negative: it is too far. */
interface Way {
  readonly up: bigint;
  readonly down: bigint;
}

// More than any asset has of smallest units.
const boundless = 10n ** 38n;

/** The limit is that of all trades with the house. The operator makes some assets, so owing them is no risk. */
function wayOf(
  { trade }: Pick<BusinessSettings, 'trade'>,
  { price, reach: { lowest, highest } }: { price: Price; reach: HouseReach },
): Way {
  const furthest = amountForUsd(trade.exposureUsdMax, price, 'down').minorUnits;
  const isOwn = isMadeHere(assetOf(price.asset));
  return { up: furthest - highest, down: isOwn ? boundless : furthest + lowest };
}
