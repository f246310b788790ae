import { assetOf, loadAssets, type Asset } from '@mercury/contract/money/asset.ts';
import { seededAssets } from '@mercury/contract/money/seeded-assets.ts';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTickerStandIn, type TickerStandIn } from '../../test/ticker-stand-in.ts';
import { createTicker, type Ticker } from './ticker.ts';

const beganMs = Date.parse('2026-11-23T12:00:00.000Z');
let presentMs: number;
let standIn: TickerStandIn;
let ticker: Ticker;
let logged: { msg: string }[];

beforeEach(async () => {
  presentMs = beganMs;
  logged = [];
  standIn = await startTickerStandIn();
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) });
  ticker = createTicker({ url: new URL(standIn.url), log, now: () => presentMs });
  ticker.start();
  await vi.waitUntil(() => standIn.asked.length === 1);
});
afterEach(async () => {
  vi.useRealTimers();
  ticker.close();
  loadAssets(seededAssets);
  await standIn.close();
});

const bitcoin = () => ticker.priceOf('BTC');

/** Told and heard: what was sent before is read before. */
async function hear(symbol: string, bid: string, ask: string): Promise<void> {
  standIn.tell(symbol, bid, ask);
  await heardAll();
}

let marks = 0;
async function heardAll(): Promise<void> {
  marks += 1;
  const mark = String(marks);
  standIn.tell('LTC/USD', mark, mark);
  const scaledUsd = BigInt(mark) * 10n ** 12n;
  await vi.waitUntil(() => ticker.priceOf('LTC')?.scaledUsd === scaledUsd);
}

describe('the ticker', () => {
  it('asks once for the best bid and ask of every coin of the wallets', () => {
    expect(standIn.asked).toEqual([
      {
        method: 'subscribe',
        params: {
          channel: 'ticker',
          symbol: expect.arrayContaining(['BTC/USD', 'ETH/USD', 'TON/USD', 'USDT/USD']),
          event_trigger: 'bbo',
          snapshot: true,
        },
      },
    ]);
  });

  it('neither asks for an added asset nor hears of it: its code may be another coin’s symbol there', async () => {
    // As the table tells it: no literal of the build is this code.
    const added = { ...assetOf('BTC'), code: 'GOLD', marketId: 'pax-gold' } as unknown as Asset;
    loadAssets([...seededAssets, added]);
    await hear('GOLD/USD', '0.1', '0.1');
    expect(ticker.priceOf(added.code)).toBeUndefined();
    standIn.hangUp();
    await vi.waitUntil(() => standIn.asked.length === 2, { timeout: 10_000 });
    expect(standIn.asked[1]).toEqual(standIn.asked[0]);
  });

  it('has no price of a coin that the operator has at another market since', async () => {
    const elsewhere = { ...assetOf('BTC'), marketId: 'bitcoin-2' };
    loadAssets([elsewhere, ...seededAssets.filter(({ code }) => code !== 'BTC')]);
    await hear('BTC/USD', '64000', '64001');
    expect(bitcoin()).toBeUndefined();
  });

  it('tells the middle of bid and ask, digit by digit, and when it was heard', async () => {
    await hear('BTC/USD', '64000.1', '64000.3');
    expect(bitcoin()).toEqual({
      asset: 'BTC',
      scaledUsd: 64_000_200_000_000_000n,
      doubtBps: 1,
      asOf: new Date(beganMs),
    });
    expect(ticker.priceOf('ETH')).toBeUndefined();
  });

  it('takes a living line for a price that stands, for ten seconds', async () => {
    await hear('BTC/USD', '64000', '64001');
    presentMs += 9_000;
    await heardAll();
    expect(bitcoin()?.asOf).toEqual(new Date(beganMs + 9_000));
    presentMs += 5_000;
    await heardAll();
    expect(bitcoin()?.asOf).toEqual(new Date(beganMs + 10_000));
  });

  it.each([
    ['a bid above the ask', '{"symbol":"BTC/USD","bid":64002,"ask":64001}'],
    ['no bid', '{"symbol":"BTC/USD","bid":0,"ask":64001}'],
    ['a market too wide to have a middle', '{"symbol":"BTC/USD","bid":64000,"ask":65281}'],
  ])('makes no price of %s, and forgets the one before', async (_case, data) => {
    await hear('BTC/USD', '64000', '64001');
    standIn.send(`{"channel":"ticker","type":"update","data":[${data}]}`);
    await heardAll();
    expect(bitcoin()).toBeUndefined();
  });

  it.each(['{"symbol":"BTC/USD","bid":64000}', '{"symbol":"BTC/EUR","bid":64000,"ask":64001}'])(
    'makes no price of %s',
    async (data) => {
      standIn.send(`{"channel":"ticker","type":"update","data":[${data}]}`);
      await heardAll();
      expect(bitcoin()).toBeUndefined();
    },
  );

  it('doubts a price by half of what lies between bid and ask', async () => {
    await hear('BTC/USD', '50000', '50500');
    expect(bitcoin()?.doubtBps).toBe(50);
  });

  it('has no price of a market that says it is not open as usual', async () => {
    await hear('BTC/USD', '64000', '64001');
    standIn.send('{"channel":"status","type":"update","data":[{"system":"cancel_only"}]}');
    await heardAll();
    expect(bitcoin()).toBeUndefined();
  });

  it.each(['', 'no JSON', '{}', '[]', 'null', '{"channel":"ticker"}'])(
    'bears the message %j',
    async (text) => {
      standIn.send(text);
      await hear('BTC/USD', '64000', '64001');
      expect(bitcoin()).toBeDefined();
    },
  );

  it('says what the market refuses to tell', async () => {
    standIn.send('{"method":"subscribe","success":false,"error":"Currency pair not supported TON/USD"}');
    await heardAll();
    expect(logged).toMatchObject([
      { msg: 'the ticker does not tell a currency', reason: expect.any(String) },
    ]);
  });
});

describe('a line that is lost', () => {
  it('is made anew, and what was heard before grows old meanwhile and is forgotten then', async () => {
    await hear('BTC/USD', '64000', '64001');
    presentMs += 2_000;
    standIn.hangUp();
    await vi.waitUntil(() => logged.length === 1);
    expect(bitcoin()?.asOf).toEqual(new Date(beganMs));
    await vi.waitUntil(() => standIn.asked.length === 2, { timeout: 10_000 });
    expect(bitcoin()).toBeUndefined();
    await hear('BTC/USD', '63000', '63000');
    expect(bitcoin()).toMatchObject({ scaledUsd: 63_000n * 10n ** 12n, asOf: new Date(presentMs) });
    expect(logged.map(({ msg }) => msg)).toEqual(['the ticker is not heard', 'the ticker is heard again']);
  });

  it('is one that falls silent for more than ten seconds, too', async () => {
    await hear('BTC/USD', '64000', '64001');
    presentMs += 10_001;
    await vi.waitUntil(() => standIn.asked.length === 2, { timeout: 10_000 });
    expect(logged[0]).toMatchObject({ msg: 'the ticker is not heard', reason: 'it fell silent' });
  });

  it('is not made anew once the ticker is left', async () => {
    ticker.close();
    await vi.waitUntil(() => standIn.lineCount() === 0);
    // Another one that loses its line later is back: by then the one that was left would be, too.
    const log = pino({ level: 'silent' });
    const other = createTicker({ url: new URL(standIn.url), log, now: () => presentMs });
    other.start();
    await vi.waitUntil(() => standIn.asked.length === 2);
    standIn.hangUp();
    await vi.waitUntil(
      () => {
        standIn.tell('BTC/USD', '64000', '64001');
        return other.priceOf('BTC') !== undefined;
      },
      { timeout: 10_000 },
    );
    expect(standIn.lineCount()).toBe(1);
    other.close();
  });
});
