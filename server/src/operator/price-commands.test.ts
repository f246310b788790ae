import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Config } from '../config.ts';
import { createTestApp, refused } from '../test/app.ts';
import { startLiveMarket, type LiveMarket } from '../test/live-market.ts';
import { makePerson, type SignedInPerson } from '../test/person.ts';
import { priceCommands } from './price-commands.ts';

let market: LiveMarket;
let person: SignedInPerson;

beforeAll(async () => {
  market = await startLiveMarket();
  person = await makePerson(market.testApp);
});
beforeEach(() => market.begin());
afterEach(() => market.end());
afterAll(() => market.close());

async function run(name: keyof typeof priceCommands, ...words: string[]): Promise<string> {
  return runWith({}, name, ...words);
}

async function runWith(
  changed: Partial<Config>,
  name: keyof typeof priceCommands,
  ...words: string[]
): Promise<string> {
  const { db, ownerDb, config, settings } = market.testApp;
  const context = { db, ownerDb, config: { ...config, ...changed }, settings, operator: 'ada' };
  return (await priceCommands[name]?.run(context, words)) ?? 'no such command';
}

/** The price that a quote is made of, or the error why there is none. */
async function priceOf(asset: string): Promise<string> {
  const reply = await market.testApp.call('POST', '/quotes', {
    token: person.token,
    body: { type: 'SELL', fromCurrency: asset, toCurrency: 'USD', toAmount: '100' },
  });
  return reply.status === 201 ? reply.body.quote.prices[0].usd : refused(reply).error;
}

const lineOf = async (asset: string): Promise<string | undefined> =>
  (await run('prices')).split('\n').find((line) => line.startsWith(`${asset} `));

it('shows what each currency is traded at, how old that is, and who says so', async () => {
  market.pass(60_000);
  const saidAt = new Date().toISOString();
  await priceOf('ETH');
  market.pass(90_000);
  expect(await lineOf('ETH')).toMatch(new RegExp(`^ETH +3411\\.07 +${saidAt} +90 s +live +0\\.85 % +- +-$`));
  expect(await lineOf('MRCY')).toMatch(/^MRCY +0\.57 +- +- +you/);
  expect(await lineOf('USD')).toMatch(/^USD +1\.00 +- +- +par/);
});

it('shows since when a price that jumped is not traded at, and takes it at the operator’s word, written down', async () => {
  await priceOf('BTC');
  market.standIn.coin('bitcoin').price = '99000';
  market.pass(60_000);
  const jumpedAt = new Date().toISOString();
  expect(await priceOf('BTC')).toBe('PriceJumped');
  expect(await lineOf('BTC')).toMatch(new RegExp(`^BTC +64392\\.123456789012 .* ${jumpedAt} +99000\\.00$`));

  await expect(run('trust-price', 'BTC', '90000')).rejects.toThrow('no longer 90000');
  await expect(run('trust-price', 'BTC', 'much')).rejects.toThrow('is no price');
  expect(await priceOf('BTC')).toBe('PriceJumped');
  expect(await run('trust-price', 'btc', '99000')).toBe('BTC is traded at 99000.00 US dollars from now on');
  expect(await priceOf('BTC')).toBe('99000.00');
  const { rows } = await market.testApp.db.pool.query(
    `select actor, subject_id, before ->> 'usd' as before, after ->> 'usd' as after from audit_entry where action = 'trading.trust_price'`,
  );
  expect(rows).toEqual([
    { actor: 'ada', subject_id: 'BTC', before: '64392.123456789012', after: '99000.00' },
  ]);
});

it.each([
  ['sandbox', 'pretend'],
  ['btcpay', 'none'],
] as const)(
  'says of a %s rail without a market-data service that the source is: %s',
  async (rail, source) => {
    const shown = await runWith({ marketData: undefined, rail }, 'prices');
    expect(shown).toMatch(new RegExp(`^SOL .* ${source} `, 'm'));
  },
);

it('says on the sandbox that prices are pretended, and which, until the service has answered once', async () => {
  const unanswered = await createTestApp();
  const { db, ownerDb } = unanswered;
  const { config, settings } = market.testApp;
  const shown = await priceCommands['prices']?.run({ db, ownerDb, config, settings, operator: 'ada' }, []);
  expect(shown).toMatch(/^SOL +[0-9.]+ +[0-9T:.Z-]+ +[0-9]+ s +pretend +- +- +-$/m);
  await unanswered.close();
});

it('trusts nothing where nothing waits', async () => {
  await expect(run('trust-price', 'SOL')).rejects.toThrow('No price of SOL waits');
  await expect(run('trust-price', 'USD')).rejects.toThrow('No price of USD waits');
  await expect(run('trust-price', 'GOLD')).rejects.toThrow('There is no currency "GOLD"');
});
