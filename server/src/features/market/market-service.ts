import { marketCoinIdSchema, type MarketCoin, type MarketRange } from '@mercury/contract/api/market.ts';
import { limits } from '@mercury/contract/limits.ts';
import { formatPrice } from '@mercury/contract/money/price.ts';
import { productName } from '@mercury/contract/product.ts';
import * as z from 'zod';
import type { MarketDataSettings } from '../../market-settings.ts';
import { markOf, pointAt, thinOut, type PricedCoins, type PricePoint } from './answers.ts';
import { presentStatistics, statisticsFields } from './coin-statistics.ts';
import { parseJsonWithExactNumbers, scaledSchema, shorten } from './read-numbers.ts';

/** Speaks CoinGecko's API v3 (docs.coingecko.com), as far as the product needs it. */
export interface MarketService {
  findLargest(): Promise<PricedCoins>;
  findByIds(ids: readonly string[]): Promise<PricedCoins>;
  findHistory(id: string, range: MarketRange): Promise<PricePoint[]>;
}

/** No answer, or an answer that says nothing. Other questions would fail the same way. */
export class MarketServiceAwayError extends Error {
  override readonly name = 'MarketServiceAwayError';
  /** How long the service wants no calls, if it says so. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options: { cause?: unknown; retryAfterMs?: number | undefined } = {}) {
    super(message, { cause: options.cause });
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** The service answered, but not this question. Other questions may still work. */
export class MarketAnswerUnusableError extends Error {
  override readonly name = 'MarketAnswerUnusableError';
}

/** The service tells a shorter time than was asked for. */
class TooLongAgoError extends MarketAnswerUnusableError {}

/** A person may be waiting for the call; a slower service counts as away. */
const answerMsMax = 5_000;
/** Twelve coins with a week's line are about 60 kB, the longest history about 600 kB. */
const answerBytesMax = 1024 * 1024;

/** A week in steps of three hours; a chart shows no more points than it has pixels. */
const weekPointsMax = 57;
const historyPointsMax = 366;

const daysOf: Readonly<Record<MarketRange, string>> = {
  day: '1',
  week: '7',
  month: '30',
  year: '365',
  all: 'max',
};
/** Without a paid plan the service tells no more than the last year. It refuses more by its code 10012. */
const tooLongAgo = /"error_code":\s*10012\b/;

const priceSchema = scaledSchema.refine((scaled) => scaled >= 0n, 'is below zero');

/** Text for a page: no control characters, and no characters that reverse the line. */
const nameSchema = (lengthMax: number) =>
  z
    .string()
    .regex(/^[^\p{C}]+$/u)
    .max(lengthMax);

/** The price may be much older than the answer that repeats it. A missing time of one coin does not spoil the others. */
const updatedAtSchema = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text).toISOString())
  .optional()
  .catch(undefined);

const coinsSchema = z
  .array(
    z.object({
      id: marketCoinIdSchema,
      name: nameSchema(100),
      symbol: nameSchema(30),
      /** Null for a coin that is no longer traded. */
      current_price: z.nullable(priceSchema),
      price_change_percentage_24h: z.nullish(scaledSchema),
      last_updated: updatedAtSchema,
      ...statisticsFields,
      sparkline_in_7d: z.nullish(z.object({ price: z.array(priceSchema).max(1000) })),
    }),
  )
  .max(250);

const timeMsSchema = z
  .string()
  .regex(/^[0-9]{12,13}$/)
  .transform(Number);
const historySchema = z.object({
  prices: z.array(z.tuple([timeMsSchema, z.nullable(priceSchema)])).max(10_000),
});

/** Calls throw MarketServiceAwayError or MarketAnswerUnusableError, and nothing else. */
export function createMarketService(settings: MarketDataSettings, closing: AbortSignal): MarketService {
  // Learned from its refusal. Another plan begins with a new start of the server.
  let isYearTheMost = false;
  const askCoins = async (query: Readonly<Record<string, string>>): Promise<PricedCoins> => {
    const answer = await ask(settings, {
      path: 'coins/markets',
      query: {
        vs_currency: 'usd',
        ...query,
        order: 'market_cap_desc',
        page: '1',
        price_change_percentage: '24h',
        sparkline: 'true',
      },
      schema: coinsSchema,
      closing,
    });
    return {
      coins: answer.flatMap(presentCoin),
      pricedAt: Object.fromEntries(
        answer.flatMap(({ id, last_updated: at }) => (at === undefined ? [] : [[id, at]])),
      ),
    };
  };

  const askHistory = (id: string, days: string) =>
    ask(settings, {
      path: `coins/${encodeURIComponent(id)}/market_chart`,
      query: { vs_currency: 'usd', days },
      schema: historySchema,
      closing,
    });

  async function askLongestHistory(id: string) {
    if (!isYearTheMost) {
      try {
        return await askHistory(id, daysOf.all);
      } catch (error) {
        if (!(error instanceof TooLongAgoError)) throw error;
        isYearTheMost = true;
      }
    }
    return askHistory(id, daysOf.year);
  }

  return {
    async findLargest() {
      const { coins, pricedAt } = await askCoins({ per_page: String(limits.marketCoinCount) });
      if (coins.length > 0) return { coins: coins.slice(0, limits.marketCoinCount), pricedAt };
      throw new MarketAnswerUnusableError('the market-data service knows no coins');
    },
    findByIds: (ids) => askCoins({ ids: ids.join(','), per_page: String(ids.length) }),
    async findHistory(id, range) {
      const { prices } = await (range === 'all' ? askLongestHistory(id) : askHistory(id, daysOf[range]));
      const points = prices.flatMap(([atMs, price]) => (price === null ? [] : [{ atMs, price }]));
      return thinOut(
        points.toSorted((one, other) => one.atMs - other.atMs),
        historyPointsMax,
      ).map(({ atMs, price }) => pointAt(atMs, shorten(price)));
    },
  };
}

function presentCoin(said: z.output<typeof coinsSchema>[number]): MarketCoin[] {
  if (said.current_price === null) return [];
  const { id, name, price_change_percentage_24h: change = null, sparkline_in_7d: line } = said;
  return [
    {
      id,
      name,
      symbol: said.symbol.toUpperCase(),
      currentPrice: formatPrice({ scaledUsd: said.current_price }),
      change24h: change === null ? null : formatPrice({ scaledUsd: change }),
      image: markOf(id),
      week: thinOut(line?.price ?? [], weekPointsMax).map((price) =>
        formatPrice({ scaledUsd: shorten(price) }),
      ),
      statistics: presentStatistics(said),
    },
  ];
}

interface Question<Schema> {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly schema: Schema;
  readonly closing: AbortSignal;
}

async function ask<Schema extends z.ZodType>(
  settings: MarketDataSettings,
  { path, query, schema, closing }: Question<Schema>,
): Promise<z.output<Schema>> {
  const address = new URL(
    `${settings.url.pathname.replace(/\/$/, '')}/${path}?${new URLSearchParams(query).toString()}`,
    settings.url,
  );
  const { status, text } = await send(address, settings, closing);
  if (text === undefined) throw new MarketAnswerUnusableError(`${path} was answered with ${status}`);
  if (status === 401) throw new TooLongAgoError(`${path} goes back further than the service does`);
  const parsed = schema.safeParse(readJson(text, path));
  if (parsed.success) return parsed.data;
  throw new MarketAnswerUnusableError(`the answer to ${path} can't be used`, { cause: parsed.error });
}

function readJson(text: string, path: string): unknown {
  try {
    return parseJsonWithExactNumbers(text);
  } catch (cause) {
    // Probably a page of a proxy that answers every request.
    throw new MarketServiceAwayError(`the answer to ${path} is no JSON`, { cause });
  }
}

/** The text is undefined if the service refused this question only. With 401 it says that it does not go back as far. */
async function send(
  address: URL,
  settings: MarketDataSettings,
  closing: AbortSignal,
): Promise<{ status: number; text: string | undefined }> {
  let response: Response;
  try {
    response = await fetch(address, {
      // A public service refuses callers that don't say what they are.
      headers: { accept: 'application/json', 'user-agent': productName, ...keyHeader(settings) },
      // Never send the key to another host that the service redirects to.
      redirect: 'error',
      signal: AbortSignal.any([closing, AbortSignal.timeout(answerMsMax)]),
    });
    if (response.ok) return { status: response.status, text: await readText(response) };
    if (response.status === 401) {
      const text = await readText(response);
      if (tooLongAgo.test(text)) return { status: response.status, text };
    }
    await response.body?.cancel();
  } catch (cause) {
    throw new MarketServiceAwayError('the market-data service gave no answer', { cause });
  }
  if (!meansAll(response.status)) return { status: response.status, text: undefined };
  throw new MarketServiceAwayError(`the market-data service answered ${response.status}`, {
    retryAfterMs: retryAfterMsOf(response),
  });
}

/** The paid plans use another address and another header name. */
function keyHeader({ url, key }: MarketDataSettings): Record<string, string> {
  if (key === undefined) return {};
  return { [url.hostname.startsWith('pro-api.') ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key']: key };
}

const tooManyRequests = 429;

/** The service refuses the key, there are too many calls, or it is unwell. */
function meansAll(status: number): boolean {
  return status >= 500 || [401, 403, 408, tooManyRequests].includes(status);
}

/** Such limits count by the minute. */
const limitedMs = 60_000;

/** Seconds or a date (RFC 9110, 10.2.3). */
function retryAfterMsOf({ headers, status }: Response): number | undefined {
  const text = headers.get('retry-after') ?? '';
  if (/^[0-9]{1,6}$/.test(text)) return Number(text) * 1000;
  const atMs = Date.parse(text);
  if (!Number.isNaN(atMs)) return Math.max(0, atMs - Date.now());
  return status === tooManyRequests ? limitedMs : undefined;
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (bytes > answerBytesMax) throw new Error(`an answer of more than ${answerBytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
