import { assetOf, type AssetCode } from '@mercury/contract/money/asset.ts';
import { divide } from '@mercury/contract/money/rounding.ts';
import { seededAssets } from '@mercury/contract/money/seeded-assets.ts';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { SaidPrice } from './answers.ts';
import { parseJsonWithExactNumbers, scaledSchema } from './read-numbers.ts';

export interface Ticker {
  /** The middle of the best bid and ask, with its time; undefined if none was heard. */
  priceOf(asset: AssetCode): SaidPrice | undefined;
  /** Listens from now on, and reconnects whenever the connection is lost. */
  start(): void;
  close(): void;
}

export interface TickerOptions {
  readonly url: URL;
  readonly log: Logger;
  readonly now: () => number;
}

/** The market sends a heartbeat every second if there is no other message. */
const silenceMsMax = 10_000;
/**
 * On a live connection, an unrepeated price counts as current for this long: the ticker is silent about a coin without trades.
 */
const quietMsMax = 10_000;
const firstWaitMs = 1_000;
const waitMsMax = 60_000;
/** With a wider spread, nobody trades at the middle. */
const widthBpsMax = 200n;

const tickerSchema = z.object({
  channel: z.literal('ticker'),
  data: z.array(z.object({ symbol: z.string(), bid: scaledSchema, ask: scaledSchema })),
});
const statusSchema = z.object({
  channel: z.literal('status'),
  data: z.array(z.object({ system: z.string() })),
});
const replySchema = z.object({
  method: z.literal('subscribe'),
  success: z.literal(false),
  error: z.string(),
});

/** By the market's symbols. Coins of the build alone: the code of an added asset may be another coin's symbol there. */
const askedFor = new Map(
  seededAssets.filter(({ marketId }) => marketId !== null).map((asset) => [`${asset.code}/USD`, asset]),
);

/** False where the operator has said since that the code is another coin, or named a price. */
function isAskedFor(code: AssetCode): boolean {
  return askedFor.get(`${code}/USD`)?.marketId === assetOf(code).marketId;
}

/**
 * Listens to the public ticker of a market that speaks Kraken's WebSocket API v2 (docs.kraken.com, channel `ticker`). Ignores
 * messages that it does not know.
 */
export function createTicker({ url, log, now }: TickerOptions): Ticker {
  const heard = new Map<AssetCode, Heard>();
  let lastMessageAtMs = 0;
  let socket: WebSocket | undefined;
  let failures = 0;
  let isClosed = false;
  let reconnect: NodeJS.Timeout | undefined;
  let watch: NodeJS.Timeout | undefined;

  function connect(): void {
    const line = new WebSocket(url);
    socket = line;
    // A connection that never opens counts as silent too.
    lastMessageAtMs = now();
    line.addEventListener('open', () => subscribe(line));
    line.addEventListener('message', ({ data }) => {
      if (line !== socket) return;
      lastMessageAtMs = now();
      take(readMessage(data, log));
    });
    // A close event follows every error.
    line.addEventListener('close', () => {
      if (line === socket) lose('it was closed');
    });
  }

  function take({ isHalted, markets }: Told): void {
    if (isHalted) heard.clear();
    for (const market of markets) hear(heard, market, lastMessageAtMs);
    if (markets.length === 0) return;
    if (failures > 0) log.info('the ticker is heard again');
    failures = 0;
  }

  function lose(reason: string): void {
    const line = socket;
    socket = undefined;
    line?.close();
    // Heard prices keep their age. A new connection starts empty, with a fresh snapshot.
    if (isClosed) return;
    if (failures === 0) log.warn({ reason }, 'the ticker is not heard');
    const waitMs = Math.min(firstWaitMs * 2 ** Math.min(failures, 10), waitMsMax);
    failures += 1;
    reconnect = setTimeout(() => {
      heard.clear();
      connect();
    }, waitMs).unref();
  }

  return {
    priceOf(asset) {
      const price = isAskedFor(asset) ? heard.get(asset) : undefined;
      return price && saidPriceOf(asset, price, lastMessageAtMs);
    },
    start() {
      connect();
      watch = setInterval(() => {
        if (socket !== undefined && now() - lastMessageAtMs > silenceMsMax) lose('it fell silent');
      }, firstWaitMs).unref();
    },
    close() {
      isClosed = true;
      clearTimeout(reconnect);
      clearInterval(watch);
      lose('it is left');
    },
  };
}

function subscribe(line: WebSocket): void {
  const params = { channel: 'ticker', symbol: [...askedFor.keys()], event_trigger: 'bbo', snapshot: true };
  line.send(JSON.stringify({ method: 'subscribe', params }));
}

/** A market with a wide spread has no price. Its last good price must not stay either. */
function hear(heard: Map<AssetCode, Heard>, { asset, middle }: Told['markets'][number], atMs: number): void {
  if (middle === undefined) heard.delete(asset);
  else heard.set(asset, { ...middle, atMs });
}

interface Heard extends Middle {
  readonly atMs: number;
}

function saidPriceOf(
  asset: AssetCode,
  { scaledUsd, doubtBps, atMs }: Heard,
  lastMessageAtMs: number,
): SaidPrice {
  return { asset, scaledUsd, doubtBps, asOf: new Date(Math.min(lastMessageAtMs, atMs + quietMsMax)) };
}

interface Told {
  /** The market is not open as usual: nothing that it said counts. */
  readonly isHalted: boolean;
  readonly markets: readonly { asset: AssetCode; middle: Middle | undefined }[];
}

/** The middle of bid and ask. Each of them is half the width away. */
interface Middle {
  readonly scaledUsd: bigint;
  readonly doubtBps: number;
}

function readMessage(data: unknown, log: Logger): Told {
  const message = parse(data);
  const refusal = replySchema.safeParse(message);
  if (refusal.success) log.warn({ reason: refusal.data.error }, 'the ticker does not tell a currency');
  const status = statusSchema.safeParse(message);
  const isHalted = status.success && status.data.data.some(({ system }) => system !== 'online');
  const ticker = tickerSchema.safeParse(message);
  if (!ticker.success) return { isHalted, markets: [] };
  const markets = ticker.data.data.flatMap(({ symbol, bid, ask }) => {
    const asset = askedFor.get(symbol);
    return asset === undefined ? [] : [{ asset: asset.code, middle: middleOf(bid, ask) }];
  });
  return { isHalted, markets };
}

function middleOf(bid: bigint, ask: bigint): Middle | undefined {
  if (bid <= 0n || ask < bid || (ask - bid) * 10_000n > bid * widthBpsMax) return undefined;
  const scaledUsd = (bid + ask) / 2n;
  return { scaledUsd, doubtBps: Number(divide((ask - bid) * 5_000n, scaledUsd, 'up')) };
}

function parse(data: unknown): unknown {
  if (typeof data !== 'string') return undefined;
  try {
    return parseJsonWithExactNumbers(data);
  } catch {
    return undefined;
  }
}
