import * as z from 'zod';
import { isLoopbackUrl } from './http/network-address.ts';

export interface MarketDataSettings {
  /** Base URL of the API, for example `https://api.coingecko.com/api/v3`. */
  readonly url: URL;
  readonly key: string | undefined;
  /** The WebSocket that sends a market's prices as they change; undefined if only the API is asked. */
  readonly tickerUrl: URL | undefined;
}

export const marketSettings = {
  MARKET_DATA_URL: z
    .string()
    .refine(isBaseAddress, 'is no URL that starts with http:// or https:// and ends with its path')
    .optional(),
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
  if (settings.MARKET_DATA_URL !== undefined) return undefined;
  if (settings.MARKET_DATA_KEY !== undefined)
    return 'MARKET_DATA_KEY is for a service that MARKET_DATA_URL has to name';
  if (settings.MARKET_TICKER_URL === undefined) return undefined;
  return 'MARKET_TICKER_URL stands beside a service that MARKET_DATA_URL has to name';
}

/** Undefined if no service is named. */
export function readMarketData({
  MARKET_DATA_URL: url,
  MARKET_DATA_KEY: key,
  MARKET_TICKER_URL: tickerUrl,
}: Settings): MarketDataSettings | undefined {
  if (url === undefined) return undefined;
  return { url: new URL(url), key, tickerUrl: tickerUrl === undefined ? undefined : new URL(tickerUrl) };
}
