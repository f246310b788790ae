import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** After CoinGecko's API v3: coins by market value or id, and their histories. It writes prices digit by digit. */

/** Numbers are texts in JSON's notation. */
export interface StandInCoin {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  price: string;
  change: string;
  /** What else is said of it, as the fields of an object. */
  figures?: string | undefined;
  /** When it got this price; just now if undefined. */
  lastUpdated?: string | undefined;
}

export type MarketFault =
  | 'none'
  | 'no-json'
  | 'wrong-shape'
  | 'no-coins'
  | 'negative-price'
  | 'huge'
  | 'hang'
  | 'cut'
  | 'redirect'
  | number
  | { readonly status: number; readonly retryAfter: string };

export interface MarketCall {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingMessage['headers'];
}

export interface MarketStandIn {
  /** The operator's settings for it. */
  readonly environment: Readonly<Record<string, string>>;
  readonly coins: StandInCoin[];
  readonly calls: MarketCall[];
  /** The faults of the next calls, each used once. */
  readonly faults: MarketFault[];
  /** As without a paid plan: a history of more than a year is refused. */
  isYearTheMost: boolean;
  /** The fault of every call until it is undefined again. */
  outage: MarketFault | undefined;
  coin(id: string): StandInCoin;
  /** Ends the hanging calls without an answer. */
  letGo(): void;
  close(): Promise<void>;
}

const apiKey = 'CG-stand-in-key';

export async function startMarketStandIn(): Promise<MarketStandIn> {
  const coins = largestCoins();
  const calls: MarketCall[] = [];
  const faults: MarketFault[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    calls.push({
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
    });
    answer(response, faults.shift() ?? standIn.outage ?? 'none', url);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has this type of address.
  const { port } = server.address() as AddressInfo;

  function answer(response: ServerResponse, fault: MarketFault, url: URL): void {
    if (fault === 'hang') return;
    if (typeof fault === 'number') return send(response, fault, '{"status":{"error_code":1}}');
    if (typeof fault === 'object') {
      response.setHeader('retry-after', fault.retryAfter);
      return send(response, fault.status, '{"status":{"error_code":429}}');
    }
    if (fault === 'redirect') {
      // Redirects to an address that would answer well.
      response.setHeader('location', `${url.pathname}${url.search}`);
      return send(response, 302, '');
    }
    if (fault === 'no-json') return send(response, 200, '<!doctype html><title>Please sign in</title>');
    if (fault === 'wrong-shape') return send(response, 200, '[{"id":"bitcoin","current_price":{}}]');
    if (fault === 'no-coins') return send(response, 200, '[]');
    if (fault === 'huge') return send(response, 200, `[${' '.repeat(3 * 1024 * 1024)}]`);
    if (standIn.isYearTheMost && url.searchParams.get('days') === 'max') {
      const refusal = { error_code: 10012, error_message: 'Your request exceeds the allowed time range.' };
      return send(response, 401, JSON.stringify({ error: { status: refusal } }));
    }
    const [status, body] = route(url, coins);
    if (fault === 'cut') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
      response.write(body.slice(0, 100), () => response.destroy());
      return;
    }
    send(
      response,
      status,
      fault === 'negative-price' ? body.replace('"current_price":', '"current_price":-') : body,
    );
  }

  const standIn: MarketStandIn = {
    environment: { MARKET_DATA_URL: `http://127.0.0.1:${port}/api/v3`, MARKET_DATA_KEY: apiKey },
    coins,
    calls,
    faults,
    isYearTheMost: false,
    outage: undefined,
    coin(id) {
      const found = coins.find((coin) => coin.id === id);
      if (found === undefined) throw new Error(`the stand-in has no ${id}`);
      return found;
    },
    letGo: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return standIn;
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(body);
}

function route(url: URL, coins: readonly StandInCoin[]): readonly [number, string] {
  if (url.searchParams.get('vs_currency') !== 'usd')
    return [422, '{"error":"Missing parameter vs_currency"}'];
  if (url.pathname === '/api/v3/coins/markets') return [200, presentMarkets(url.searchParams, coins)];
  const [, id] = /^\/api\/v3\/coins\/([^/]+)\/market_chart$/.exec(url.pathname) ?? [];
  const coin = coins.find((each) => each.id === id);
  if (coin === undefined) return [404, '{"error":"coin not found"}'];
  const days = url.searchParams.get('days');
  return [200, presentChart(coin, days === 'max' ? tenYears : Number(days))];
}

function presentMarkets(query: URLSearchParams, coins: readonly StandInCoin[]): string {
  const ids = query.get('ids')?.split(',');
  const size = Number(query.get('per_page') ?? 100);
  const first = (Number(query.get('page') ?? 1) - 1) * size;
  const found = coins.filter(({ id }) => ids === undefined || ids.includes(id)).slice(first, first + size);
  const line = query.get('sparkline') === 'true' ? `,"sparkline_in_7d":{"price":${sparkline()}}` : '';
  return `[${found
    .map(
      (
        { id, symbol, name, price, change, figures = usualFigures, lastUpdated = JSON.stringify(new Date()) },
        index,
      ) =>
        `{"id":"${id}","symbol":"${symbol}","name":"${name}",` +
        `"image":"https://coin-images.coingecko.com/coins/images/1/large/${id}.png",` +
        `"current_price":${price},"market_cap":1317802988326,"market_cap_rank":${index + 1},` +
        `"fully_diluted_valuation":null,${figures},"price_change_percentage_24h":${change},` +
        `"price_change_percentage_24h_in_currency":${change},"roi":null,` +
        `"last_updated":${lastUpdated}${line}}`,
    )
    .join(',')}]`;
}

const usualFigures =
  '"total_volume":35213456789.5,"high_24h":65120.5,"low_24h":63012,"circulating_supply":19812343.0,' +
  '"ath":73738,"ath_date":"2024-03-14T07:10:36.635Z"';

/** Every hour of a week, with more digits than needed, as the service writes it. */
function sparkline(): string {
  return `[${Array.from({ length: 168 }, (_, hour) => `${100 + hour}.91235678901234`).join(',')}]`;
}

const hourMs = 60 * 60 * 1000;
/** In days. */
const tenYears = 3653;

/** The service's steps: five minutes for a day, an hour up to three months, then a day. */
function presentChart({ price }: StandInCoin, days: number): string {
  const stepMs = days === 1 ? hourMs / 12 : days <= 90 ? hourMs : 24 * hourMs;
  const count = (days * 24 * hourMs) / stepMs;
  const end = Math.floor(Date.now() / stepMs) * stepMs;
  const prices = Array.from({ length: count + 1 }, (_, index) => {
    const at = end - (count - index) * stepMs;
    // The service sometimes has a hole.
    return `[${at},${index === 3 ? 'null' : price}]`;
  });
  return `{"prices":[${prices.join(',')}],"market_caps":[],"total_volumes":[]}`;
}

/** One more than are shown, a currency of our wallets. */
function largestCoins(): StandInCoin[] {
  const coin = (id: string, symbol: string, name: string, price: string, change = '1.5'): StandInCoin => ({
    id,
    symbol,
    name,
    price,
    change,
  });
  return [
    coin('bitcoin', 'btc', 'Bitcoin', '64392.123456789012', '-2.37105'),
    coin('ethereum', 'eth', 'Ethereum', '3411.07', '0.4'),
    coin('tether', 'usdt', 'Tether', '0.99987', '-0.00003'),
    coin('ripple', 'xrp', 'XRP', '0.61'),
    coin('binancecoin', 'bnb', 'BNB', '590'),
    coin('solana', 'sol', 'Solana', '1.4e2'),
    coin('usd-coin', 'usdc', 'USDC', '1.0'),
    coin('dogecoin', 'doge', 'Dogecoin', '0.0832', '3e-7'),
    coin('tron', 'trx', 'TRON', '0.1184'),
    coin('cardano', 'ada', 'Cardano', '0.45', 'null'),
    coin('shiba-inu', 'shib', 'Shiba Inu', '1e-9'),
    coin('litecoin', 'ltc', 'Litecoin', '70.15'),
    coin('the-open-network', 'ton', 'Toncoin', '5.25'),
  ];
}
