import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { readConfig } from '../server/src/config.ts';
import { loadAssetTable } from '../server/src/db/asset-table.ts';
import { openSecretBox } from '../server/src/encryption.ts';
import { DomainError } from '../server/src/errors.ts';
import { createMarket } from '../server/src/features/market/market.ts';
import { createExchange, type Exchange } from '../server/src/features/orders/exchange.ts';
import {
  cancelAllOrders,
  cancelOrder,
  placeOrder,
  type PlacingServices,
} from '../server/src/features/orders/use-orders.ts';
import { createLedger } from '../server/src/ledger/ledger.ts';
import { funding } from '../server/src/ledger/testing/postings.ts';
import { createRail } from '../server/src/rails/create-rail.ts';
import { createEventPublisher } from '../server/src/realtime/publisher.ts';
import { findStored } from '../server/src/settings/queries.ts';
import { createSettings } from '../server/src/settings/settings.ts';
import type { Books } from './ledger-books.ts';

export const market = 'MRCY-USD';
const tradersCount = 1000;

/** Somebody who trades, with the orders that they believe to be open. */
interface Trader {
  readonly userId: string;
  readonly open: string[];
}

export interface Trading {
  readonly services: PlacingServices & { readonly exchange: Exchange };
  readonly traders: readonly Trader[];
  /** With the key that the database was made with. */
  readonly dataDir: string;
  close(): Promise<void>;
}

/** The product's own use cases, with history, notices and all that is written beside a trade. */
export async function openTrading({ db, maintenanceDb, userIds }: Books): Promise<Trading> {
  await loadAssetTable(db.pool);
  await maintenanceDb.pool.query(`update market set state = 'open' where symbol = $1`, [market]);
  const traders = userIds.slice(0, tradersCount).map((userId) => ({ userId, open: [] }));
  await signIn(
    maintenanceDb,
    traders.map(({ userId }) => userId),
  );
  const ledger = createLedger(db);
  await Promise.all(traders.map(({ userId }) => ledger.postTogether(funding(userId, 10n ** 15n, 'USD'))));
  await ledger.close();
  const log = pino({ level: 'silent' });
  const config = readConfig({
    DATA_DIR: await mkdtemp(join(tmpdir(), 'mercury-bench-')),
    MARKET_DATA_URL: 'none',
  });
  const services = {
    settings: createSettings({ stated: config.statedSettings, findStored: () => findStored(db.pool) }),
    db,
    market: createMarket({ settings: undefined, db, log }),
    rail: createRail({ config, db, secretBox: await openSecretBox(config, db) }),
    events: createEventPublisher(db.pool, log),
  };
  const exchange = createExchange(services);
  return {
    services: { ...services, exchange },
    traders,
    dataDir: config.dataDir,
    async close() {
      await exchange.close();
      await rm(config.dataDir, { recursive: true, force: true });
    },
  };
}

/** A session has the id of its person. */
async function signIn({ pool }: Books['maintenanceDb'], userIds: readonly string[]): Promise<void> {
  await pool.query(
    `insert into session (id, user_id, token_hash, is_remembered, idle_expires_at, absolute_expires_at, user_agent,
                          network_address)
     select id, id, sha256(id::text::bytea), true, now() + interval '1 day', now() + interval '1 day', '', ''
       from unnest($1::uuid[]) as person (id)`,
    [userIds],
  );
}

/** In ticks around 0.57 US dollars. Whoever rests never meets the other side; whoever crosses meets the best. */
const middle = 5700;
const depth = 100;

export function makersMix(trading: Trading): () => Promise<unknown> {
  return () => {
    const trader = anyOf(trading);
    const chance = Math.random();
    const oldest = chance < 0.45 ? trader.open.shift() : undefined;
    if (oldest !== undefined) return cancel(trading, trader, oldest);
    return place(trading, trader, chance > 0.94);
  };
}

export function crossingHalf(trading: Trading): () => Promise<unknown> {
  return () => place(trading, anyOf(trading), Math.random() < 0.5);
}

function anyOf({ traders }: Trading): Trader {
  const trader = traders[Math.floor(Math.random() * traders.length)];
  if (trader === undefined) throw new Error('nobody trades');
  return trader;
}

let named = 0;

async function place({ services }: Trading, trader: Trader, isCrossing: boolean): Promise<void> {
  const isBuy = Math.random() < 0.5;
  const distance = isCrossing ? depth : -1 - Math.floor(Math.random() * (depth - 1));
  named += 1;
  const { order } = await placeOrder(services, {
    session: { id: trader.userId, userId: trader.userId },
    input: {
      market,
      side: isBuy ? 'BUY' : 'SELL',
      type: 'LIMIT',
      price: `0.${middle + (isBuy ? distance : -distance)}`,
      quantity: '1',
      timeInForce: isCrossing ? 'IOC' : 'GTC',
      clientOrderId: `bench-${named}`,
    },
  });
  if (order.status === 'OPEN') trader.open.push(order.id);
}

/** One that was filled meanwhile is a command all the same. */
async function cancel({ services }: Trading, { userId }: Trader, id: string): Promise<void> {
  try {
    await cancelOrder(services, { userId, id });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'OrderNotOpen') throw error;
  }
}

/** Between two runs: what was left open. */
export async function cancelAll({ services, traders }: Trading): Promise<void> {
  for (const trader of traders) {
    if (trader.open.length > 0) await cancelAllOrders(services, { userId: trader.userId, market });
    trader.open.length = 0;
  }
}
