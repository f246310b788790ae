import * as z from 'zod';
import { isLoopbackUrl } from './http/network-address.ts';

export interface MarketDataSettings {
  /** Shown beside its prices; undefined if the service is not known to want that. */
  readonly name: string | undefined;
  /** Base URL of the API, for example `https://api.coingecko.com/api/v3`. */
  readonly url: URL;
  readonly key: string | undefined;
  /** The WebSocket that sends a market's prices as they change; undefined if only the API is asked. */
  readonly tickerUrl: URL | undefined;
  /** Calls for charts that one process makes at most. */
  readonly historyCallsPerMinuteMax: number;
}

/** CoinGecko's public API. It needs no key, and allows 5 to 15 calls a minute. */
const publicUrl = 'https://api.coingecko.com/api/v3';
/** Prices need two calls a minute; with these for charts it is still few enough in a bad hour of the public API. */
const publicHistoryCallsMax = 4;
/** What the smallest plan with a key allows, less what prices need, and shared by two processes. */
const usualHistoryCallsMax = 12;

const noService = 'none';

export const marketSettings = {
  MARKET_DATA_URL: z
    .string()
    .refine(
      (text) => text === noService || isBaseAddress(text),
      'must be none, or a URL that starts with http:// or https:// and ends with its path',
    )
    .default(publicUrl),
  MARKET_DATA_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{8,200}$/, 'is no API key')
    .optional(),
  MARKET_TICKER_URL: z.string().refine(isTickerAddress, 'is no URL that starts with wss://').optional(),
};

type Settings = z.output<z.ZodObject<typeof marketSettings>>;

/** Paths are appended: a query or credentials would be lost. */
function isBaseAddress(text: string): boolean {
  return isPlainAddress(text, ['http:', 'https:']);
}

/** Unencrypted only on this machine: elsewhere a man in the middle could forge prices. */
function isTickerAddress(text: string): boolean {
  return isPlainAddress(text, ['wss:']) || (isPlainAddress(text, ['ws:']) && isLoopbackUrl(new URL(text)));
}

function isPlainAddress(text: string, protocols: readonly string[]): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, search, hash, username, password } = new URL(text);
  return protocols.includes(protocol) && [search, hash, username, password].join('') === '';
}

/** One line about settings that don't fit together; undefined if they do. */
export function problemOfMarket(settings: Settings): string | undefined {
  if (settings.MARKET_DATA_URL !== noService) return undefined;
  if (settings.MARKET_DATA_KEY !== undefined)
    return 'MARKET_DATA_KEY is for a service, and MARKET_DATA_URL is none';
  if (settings.MARKET_TICKER_URL === undefined) return undefined;
  return 'MARKET_TICKER_URL stands beside a service, and MARKET_DATA_URL is none';
}

/** Undefined if the operator wants no service. */
export function readMarketData({
  MARKET_DATA_URL: text,
  MARKET_DATA_KEY: key,
  MARKET_TICKER_URL: tickerUrl,
}: Settings): MarketDataSettings | undefined {
  if (text === noService) return undefined;
  const url = new URL(text);
  const isPublic = url.hostname === new URL(publicUrl).hostname && key === undefined;
  return {
    name: /(^|\.)coingecko\.com$/.test(url.hostname) ? 'CoinGecko' : undefined,
    url,
    key,
    tickerUrl: tickerUrl === undefined ? undefined : new URL(tickerUrl),
    historyCallsPerMinuteMax: isPublic ? publicHistoryCallsMax : usualHistoryCallsMax,
  };
}

/** Where prices come from, in one line that the start prints. */
export function sourceOfPrices(settings: MarketDataSettings | undefined): string {
  if (settings === undefined) return 'Market prices are pretended: MARKET_DATA_URL is none';
  const { url, tickerUrl } = settings;
  const sources = [url, tickerUrl].flatMap((each) => (each === undefined ? [] : [each.href]));
  return `Market prices come from ${sources.join(' and ')}, and are pretended until the first answer`;
}
