import { parsePrice } from '@mercury/contract/money/price.ts';
import { pino } from 'pino';
import { openSecretBox } from '../encryption.ts';
import { createQuoter, type Quoter } from '../features/house-quotes/quoter.ts';
import { createMarket, type Market } from '../features/market/market.ts';
import { createExchange, type Exchange } from '../features/orders/exchange.ts';
import { createRail } from '../rails/create-rail.ts';
import { createEventPublisher } from '../realtime/publisher.ts';
import type { TestApp } from './app.ts';

interface TestQuoter extends Quoter {
  /** Commands so far, refused ones too. */
  sentCount(): number;
}

interface TestQuoterOptions {
  coinPriceUsd?: string;
  market?: Partial<Market>;
  /** Happens once, after a look has read the orders and before its first command. */
  meanwhile?: () => Promise<unknown>;
}

type Place = Pick<TestApp, 'db' | 'config' | 'settings'>;

/** Of a process of its own. */
export async function createTestExchange(place: Place): Promise<Exchange> {
  return createExchange(await servicesFor(place, {}));
}

async function servicesFor(
  { db, config, settings: { current, stated } }: Place,
  { coinPriceUsd, market: changedMarket = {} }: Pick<TestQuoterOptions, 'coinPriceUsd' | 'market'>,
) {
  const log = pino({ level: 'silent' });
  const price = coinPriceUsd === undefined ? undefined : parsePrice('MRCY', coinPriceUsd);
  const changed = { ...current, ...(price !== undefined && { coinPriceUsd: price }) };
  return {
    config,
    settings: { current: changed, stated },
    db,
    log,
    market: { ...createMarket({ settings: undefined, db, log }), ...changedMarket },
    rail: createRail({
      config: { ...config, rail: 'sandbox' },
      db,
      secretBox: await openSecretBox(config, db),
    }),
    events: createEventPublisher(db.pool, log),
  };
}

/** What a process that quotes would do, one look at a time. Its price of the own coin is the test's. */
export async function createTestQuoter(
  place: Place,
  { meanwhile, ...changed }: TestQuoterOptions = {},
): Promise<TestQuoter> {
  const base = await servicesFor(place, changed);
  const exchange = createExchange(base);
  let count = 0;
  let happened: Promise<unknown> | undefined;
  const counting: Exchange = {
    ...exchange,
    async submit(...command) {
      count += 1;
      happened ??= meanwhile?.();
      await happened;
      return exchange.submit(...command);
    },
  };
  return { ...createQuoter({ ...base, exchange: counting }), sentCount: () => count };
}
