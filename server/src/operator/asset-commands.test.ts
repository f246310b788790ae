import { endpoints } from '@mercury/contract/api/index.ts';
import { assetOf, findAssetCode, loadAssets, type AssetCode } from '@mercury/contract/money/asset.ts';
import { seededAssets } from '@mercury/contract/money/seeded-assets.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkLedger } from '../ledger/ledger.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../test/app.ts';
import { giveMoney } from '../test/money.ts';
import { makePerson, type SignedInPerson } from '../test/person.ts';
import { asOwner } from '../test/test-postgres.ts';
import { operate, type Ended } from './operate.ts';

let testApp: TestApp;
let person: SignedInPerson;
let friend: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
  await done('add-asset', 'GOLD', '4', 'name=Gold', 'Coin', 'price=65.2', 'name.fa=سکهٔ', 'طلا');
  await done('add-asset', 'PAXG', '18', ...token, 'market=pax-gold', 'sandbox-price=2300', 'name=Pax Gold');
  await vi.waitFor(() => expect(findAssetCode('PAXG')).toBe('PAXG'));
});
beforeEach(async () => {
  [person, friend] = await Promise.all([makePerson(testApp), makePerson(testApp)]);
});
afterAll(async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await testApp.close();
  loadAssets(seededAssets);
});

const contract = '0x45804880De22913dAFE09f4980848ECE6EcbAf78';
const token = ['chain=ethereum', `contract=${contract}`, 'least-withdrawal=0.01'];

/** As an operator types it, beside the server that is running. */
function run(...words: string[]): Promise<Ended> {
  return runWith({}, ...words);
}

function runWith(settings: Readonly<Record<string, string>>, ...words: string[]): Promise<Ended> {
  const { connectionString, config } = testApp;
  return operate(words, {
    DATABASE_URL: connectionString,
    DATABASE_OWNER_URL: asOwner(connectionString),
    DATA_DIR: config.dataDir,
    OPERATOR_NAME: 'Grace',
    ...settings,
  });
}

async function done(...words: string[]): Promise<string> {
  const { exitCode, output, complaint } = await run(...words);
  expect({ exitCode, complaint }).toEqual({ exitCode: 0, complaint: '' });
  return output;
}

async function refusal(...words: string[]): Promise<string> {
  const { exitCode, complaint } = await run(...words);
  expect(exitCode).toBe(1);
  return complaint;
}

function codeOf(text: string): AssetCode {
  const code = findAssetCode(text);
  if (code === undefined) throw new Error(`${text} is not known here`);
  return code;
}

const call = (method: 'GET' | 'POST', path: string, body?: object, { token: own } = person) =>
  testApp.call(method, path, { token: own, body });

const send = (amount: string, currency: string, to = friend) =>
  call('POST', '/wallets/transfer', { recipientAddress: to.user.walletAddress, amount, currency });

async function walletOf(owner: SignedInPerson, currency: string) {
  const { wallets } = succeeded(
    endpoints.getBalance,
    await call('GET', '/wallets/balance', undefined, owner),
  );
  return wallets.find((wallet) => wallet.currency === currency);
}

describe('a coin of the operator’s own, added while the server runs', () => {
  it('is held, and shown at what the operator says that it costs', async () => {
    await giveMoney(testApp, person, codeOf('GOLD'), '2.5');
    expect(await walletOf(person, 'GOLD')).toMatchObject({
      balance: '2.5000',
      usdValue: '163.00',
      isUsdValueIndicative: false,
      canDeposit: false,
      canWithdraw: false,
    });
    const { assets } = succeeded(endpoints.getConfig, await call('GET', '/config'));
    expect(assets.find(({ code }) => code === 'GOLD')).toMatchObject({
      name: 'Gold Coin',
      names: { fa: 'سکهٔ طلا' },
      decimals: 4,
      shownDecimals: 4,
      priceUsd: '65.2',
      network: null,
      isTransferable: true,
      icon: null,
    });
  });

  it('moves to somebody else, once for a key, and both find it in their history', async () => {
    await giveMoney(testApp, person, codeOf('GOLD'), '2.5');
    const body = { recipientAddress: friend.user.walletAddress, amount: '1.25', currency: 'GOLD' };
    const options = { token: person.token, body, headers: { 'idempotency-key': 'the-same-gold' } };
    const first = await testApp.call('POST', '/wallets/transfer', options);
    const { transaction, wallet } = succeeded(endpoints.transfer, first);
    expect(transaction).toMatchObject({ currency: 'GOLD', amount: '1.2500', usdValue: '81.50' });
    expect(wallet).toMatchObject({ currency: 'GOLD', balance: '1.2500', usdValue: '81.50' });
    expect(wallet.address).toBeUndefined();
    expect((await testApp.call('POST', '/wallets/transfer', options)).body).toEqual(first.body);
    expect(await walletOf(friend, 'GOLD')).toMatchObject({ balance: '1.2500' });
    for (const [owner, direction] of [[person, 'out'] as const, [friend, 'in'] as const]) {
      const list = await call('GET', '/transactions?currency=GOLD', undefined, owner);
      expect(list.body.transactions).toMatchObject([{ direction, amount: '1.2500', currency: 'GOLD' }]);
    }
  });

  it('has no more decimals than it was given', async () => {
    await giveMoney(testApp, person, codeOf('GOLD'), '1');
    expect(refused(await send('0.00001', 'GOLD'))).toMatchObject({ error: 'ValidationFailed' });
    expect((await send('0.0001', 'GOLD')).status).toBe(200);
  });

  it('is bought and sold at the operator’s price, and stands in the statement, the file and the portfolio', async () => {
    await giveMoney(testApp, person, 'USD', '100');
    const asked = { type: 'BUY', fromCurrency: 'USD', toCurrency: 'GOLD', fromAmount: '100' };
    const { quote } = succeeded(endpoints.createQuote, await call('POST', '/quotes', asked));
    expect(quote.prices).toMatchObject([
      { currency: 'USD', source: 'par' },
      { currency: 'GOLD', usd: '65.20', source: 'operator' },
    ]);
    // 99.75 × 0.995 / 65.2
    expect(quote.toAmount).toBe('1.5222');
    const { fromAmount, toAmount } = quote;
    succeeded(
      endpoints.acceptQuote,
      await call('POST', `/quotes/${quote.id}/accept`, { fromAmount, toAmount }),
    );
    const statement = succeeded(endpoints.getStatement, await call('GET', '/transactions/statement'));
    expect(statement.currencies.find(({ currency }) => currency === 'GOLD')).toMatchObject({
      opening: '0.0000',
      closing: '1.5222',
    });
    const file = await call('GET', '/transactions/export');
    expect(file.body).toMatch(/,BUY,in,GOLD,1\.5222,.*,GOLD,1\.5222,,,\r\n/);
    const portfolio = succeeded(endpoints.getPortfolio, await call('GET', '/portfolio?range=day'));
    expect(portfolio.holdings.find(({ currency }) => currency === 'GOLD')).toMatchObject({
      amount: '1.5222',
      price: '65.20',
      isPriceIndicative: false,
    });
  });

  it('costs something else from the moment when the operator says so, also in an offer that was made before', async () => {
    await giveMoney(testApp, person, codeOf('GOLD'), '1');
    await giveMoney(testApp, person, 'USD', '100');
    const asked = { type: 'BUY', fromCurrency: 'USD', toCurrency: 'GOLD', fromAmount: '100' };
    const { quote } = succeeded(endpoints.createQuote, await call('POST', '/quotes', asked));
    await done('set-asset', 'gold', 'price=70');
    await vi.waitFor(async () => expect(await walletOf(person, 'GOLD')).toMatchObject({ usdValue: '70.00' }));
    const { fromAmount, toAmount } = quote;
    const reply = await call('POST', `/quotes/${quote.id}/accept`, { fromAmount, toAmount });
    expect(refused(reply)).toMatchObject({ error: 'QuoteMoved', quote: { prices: [{}, { usd: '70.00' }] } });
    await done('set-asset', 'GOLD', 'price=65.2');
    await vi.waitFor(async () => expect(await walletOf(person, 'GOLD')).toMatchObject({ usdValue: '65.20' }));
  });

  it('is not traded once it is switched off, at an offer made before either', async () => {
    await giveMoney(testApp, person, 'USD', '100');
    const asked = { type: 'BUY', fromCurrency: 'USD', toCurrency: 'GOLD', fromAmount: '100' };
    const { quote } = succeeded(endpoints.createQuote, await call('POST', '/quotes', asked));
    const { fromAmount, toAmount } = quote;
    const accept = () => call('POST', `/quotes/${quote.id}/accept`, { fromAmount, toAmount });
    await done('set-asset', 'GOLD', 'active=no');
    await vi.waitFor(() => expect(assetOf(codeOf('GOLD')).isActive).toBe(false));
    expect(refused(await accept()).error).toBe('QuoteMoved');
    await done('set-asset', 'GOLD', 'active=yes');
    await vi.waitFor(() => expect(assetOf(codeOf('GOLD')).isActive).toBe(true));
    expect((await accept()).status).toBe(200);
  });

  it('counts towards what may go to new recipients in a day, together with all else', async () => {
    await giveMoney(testApp, person, codeOf('GOLD'), '100');
    await giveMoney(testApp, person, 'MRCY', '10000');
    // 652 dollars, of the 1,000 that need no proof.
    expect((await send('10', 'GOLD')).status).toBe(200);
    expect(refused(await send('6', 'GOLD')).error).toBe('ProofRequired');
    expect(refused(await send('700', 'MRCY')).error).toBe('ProofRequired');
    expect((await send('500', 'MRCY')).status).toBe(200);
  });
});

describe('a token on a chain, added while the server runs', () => {
  it('comes in at an address of its chain, and is priced as the market does', async () => {
    const address = await call('GET', '/wallets/deposit/address?currency=PAXG');
    expect(address.body).toMatchObject({ network: 'Ethereum', address: expect.stringMatching(/^0x/) });
    succeeded(endpoints.deposit, await call('POST', '/wallets/deposit', { currency: 'PAXG', amount: '0.5' }));
    await giveMoney(testApp, person, codeOf('PAXG'), '1');
    expect(await walletOf(person, 'PAXG')).toMatchObject({ canDeposit: true, canWithdraw: true });
    const coin = succeeded(endpoints.getMarketCoin, await call('GET', '/market/coins/pax-gold'));
    expect(coin.coin).toMatchObject({ symbol: 'PAXG', name: 'Pax Gold', image: '/coins/unknown.svg' });
    const asked = { type: 'SELL', fromCurrency: 'PAXG', toCurrency: 'USD', fromAmount: '0.01' };
    const { quote } = succeeded(endpoints.createQuote, await call('POST', '/quotes', asked));
    expect(quote.prices[0]).toMatchObject({
      currency: 'PAXG',
      source: 'pretend',
      usd: coin.coin.currentPrice,
    });
  });

  it('is another one on another chain, be its contract the same', async () => {
    const place = ['chain=bnb', `contract=${contract}`, 'least-withdrawal=0.01'];
    expect(await done('add-asset', 'PAXB', '18', ...place, 'price=1')).toContain('PAXB can be held');
    const listed = await done('list-assets');
    expect(listed).toMatch(new RegExp(`^PAXB +PAXB +18 +BNB Smart Chain +${contract} +1 `, 'm'));
  });

  it('switched off, is neither taken in nor traded, and its people keep and withdraw it', async () => {
    await giveMoney(testApp, person, codeOf('PAXG'), '1');
    await done('set-asset', 'PAXG', 'active=no');
    await vi.waitFor(async () =>
      expect(await walletOf(person, 'PAXG')).toMatchObject({ canDeposit: false, canWithdraw: true }),
    );
    const asked = { type: 'SELL', fromCurrency: 'PAXG', toCurrency: 'USD', fromAmount: '0.01' };
    const notTraded = { status: 422, error: 'AssetNotTraded' };
    expect(refused(await call('POST', '/quotes', asked))).toMatchObject(notTraded);
    for (const pair of [
      { fromCurrency: 'USD', toCurrency: 'PAXG', amount: '50' },
      { fromCurrency: 'PAXG', toCurrency: 'BTC', amount: '0.1' },
    ]) {
      const promised = await call('POST', '/recurring-buys', { ...pair, every: 'day' });
      expect(refused(promised)).toMatchObject(notTraded);
    }
    expect(refused(await call('POST', '/wallets/deposit', { currency: 'PAXG', amount: '1' })).error).toBe(
      'DepositNotOffered',
    );
    expect((await send('0.1', 'PAXG')).status).toBe(200);
    await done('set-asset', 'PAXG', 'active=yes');
    await vi.waitFor(async () => expect(await walletOf(person, 'PAXG')).toMatchObject({ canDeposit: true }));
  });
});

it('a stranger’s code is refused, however near it is to one', async () => {
  for (const currency of ['PEPE', 'gold', 'GOLD ', 'GOLDX', '']) {
    const reply = refused(await send('1', currency));
    expect([reply.error, reply.errors]).toEqual([
      'ValidationFailed',
      [expect.objectContaining({ field: 'currency' })],
    ]);
  }
});

describe('what the command refuses', () => {
  it.each([
    ['"gold" is no code', ['gold', '8', 'price=1']],
    ['"123" is no code', ['123', '8', 'price=1']],
    ['There is a currency BTC already', ['BTC', '8', 'price=1']],
    ['There is a currency GOLD already', ['GOLD', '8', 'price=1']],
    ['"19" is no number of decimals from 0 to 18', ['LEAD', '19', 'price=1']],
    ['"-1" is no number of decimals', ['LEAD', '-1', 'price=1']],
    ['needs a price of yours or a market that says it', ['LEAD', '8', 'name=Lead']],
    ['and not both', ['LEAD', '8', 'price=1', 'market=lead']],
    ['"0" is no price in US dollars', ['LEAD', '8', 'price=0']],
    ['bitcoin is BTC', ['LEAD', '8', 'market=bitcoin']],
    ['"lead" is no chain', ['LEAD', '8', 'price=1', 'chain=lead', 'contract=x']],
    ['"bitcoin" carries no tokens here', ['LEAD', '8', 'price=1', 'chain=bitcoin', 'contract=x']],
    ['"0x12" is no contract on ethereum', ['LEAD', '8', 'price=1', 'chain=ethereum', 'contract=0x12']],
    ['A token has a chain and a contract', ['LEAD', '8', 'price=1', 'chain=ethereum']],
    ['A token has a chain and a contract', ['LEAD', '8', 'price=1', `contract=${contract}`]],
    [`${contract} is PAXG`, ['LEAD', '8', 'price=1', ...token]],
    [
      'A token needs a least-withdrawal',
      ['LEAD', '8', 'price=1', 'chain=tron', 'contract=TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ],
    ['"" is no name', ['LEAD', '8', 'price=1', 'name=']],
    ['"colour=red" is no setting', ['LEAD', '8', 'price=1', 'colour=red']],
    ['price is said twice', ['LEAD', '8', 'price=1', 'price=2']],
    ['sandbox-price stands in for a market', ['LEAD', '8', 'price=1', 'sandbox-price=2']],
  ])('%s', async (told, words) => {
    expect(await refusal('add-asset', ...words)).toContain(told);
    expect(await done('list-assets')).not.toContain('LEAD');
  });

  it.each([
    ['There is no currency "LEAD"', ['LEAD', 'price=1']],
    ['top-ups are in it', ['MRCY', 'active=no']],
    ['is a setting: MRCY_PRICE_USD', ['MRCY', 'price=1']],
    ['A dollar costs a dollar', ['USD', 'price=2']],
    ['"chain=tron" is no setting', ['GOLD', 'chain=tron']],
    ['needs a price of yours', ['GOLD', 'price=']],
  ])('of one that is there: %s', async (told, words) => {
    expect(await refusal('set-asset', ...words)).toContain(told);
  });

  it('adds nothing for a role that does not own the tables, and says which one does', async () => {
    const { connectionString, config } = testApp;
    const settings = { DATABASE_URL: connectionString, DATA_DIR: config.dataDir };
    const { complaint } = await operate(['add-asset', 'LEAD', '8', 'price=1'], settings);
    expect(complaint).toContain('set DATABASE_OWNER_URL');
  });
});

it('the network fee that counts is listed, and one that a setting says is changed there alone', async () => {
  const settings = { WITHDRAWAL_NETWORK_FEES: 'USDT=3.5' };
  const { output } = await runWith(settings, 'list-assets');
  expect(output).toMatch(/^USDT .* 5 +3\.5 +yes +yes$/m);
  expect(output).toMatch(/^USDC .* 5 +0 +yes +yes$/m);
  const { exitCode, complaint } = await runWith(settings, 'set-asset', 'USDT', 'network-fee=4');
  expect({ exitCode, complaint }).toEqual({
    exitCode: 1,
    complaint: 'The network fee of USDT is set in WITHDRAWAL_NETWORK_FEES: change it there\n',
  });
  expect(await runWith(settings, 'set-asset', 'USDC', 'network-fee=4')).toMatchObject({ exitCode: 0 });
  expect(await done('list-assets')).toMatch(/^USDC .* 5 +4 +yes +yes$/m);
});

it('lists them, and what was done is written down', async () => {
  const listed = await done('list-assets');
  expect(listed).toMatch(/^GOLD +Gold Coin +4 +- +- +65\.2 +1 +0 +yes +yes$/m);
  expect(listed).toMatch(
    new RegExp(`^PAXG +Pax Gold +18 +Ethereum +${contract} +market pax-gold +0\\.01 `, 'm'),
  );
  expect(listed).toMatch(/^MRCY +Mercury +8 +Mercury +- +a setting /m);
  const { rows } = await testApp.db.pool.query(
    `select actor as operator, coalesce(reason, '') as detail from audit_entry where action = 'add-asset' order by seq limit 1`,
  );
  expect(rows).toEqual([{ operator: 'Grace', detail: 'GOLD 4 name=Gold Coin price=65.2 name.fa=سکهٔ طلا' }]);
});
