import * as z from 'zod';

/** Where prices are asked for. */
export interface MarketDataSettings {
  /** Of the API itself, as in `https://api.coingecko.com/api/v3`. */
  readonly url: URL;
  readonly key: string | undefined;
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
};

type Settings = z.output<z.ZodObject<typeof marketSettings>>;

/** Paths are put behind it: a query or credentials would be lost. */
function isBaseAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, search, hash, username, password } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && [search, hash, username, password].join('') === '';
}

/** In one line what is wrong with the settings together; undefined where nothing is. */
export function problemOfMarket({ MARKET_DATA_URL, MARKET_DATA_KEY }: Settings): string | undefined {
  if (MARKET_DATA_KEY === undefined || MARKET_DATA_URL !== undefined) return undefined;
  return 'MARKET_DATA_KEY is for a service that MARKET_DATA_URL has to name';
}

/** None where no service is named. */
export function readMarketData({
  MARKET_DATA_URL,
  MARKET_DATA_KEY,
}: Settings): MarketDataSettings | undefined {
  return MARKET_DATA_URL === undefined ? undefined : { url: new URL(MARKET_DATA_URL), key: MARKET_DATA_KEY };
}
