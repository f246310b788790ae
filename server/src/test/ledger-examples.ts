import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import { endpoints } from '@mercury/contract/api/index.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction } from '../db/database.ts';
import { bookOutsideTrade } from '../features/trade/book-outside-trade.ts';
import { readOutsideTrade } from '../features/trade/outside-trade.ts';
import { reverse } from '../ledger/ledger.ts';
import { exampleAddressOf } from '../rails/sandbox/example-addresses.ts';
import { succeeded, type TestApp } from './app.ts';
import { confirmPaymentsOf, giveMoney, openTestTopUp, runJob, topUpIdOf, type TestTopUp } from './money.ts';
import type { SignedInPerson } from './person.ts';
import { depositAddressOf, openPretendChain } from './pretend-chain.ts';
import { trade } from './trades.ts';
import { giveAuthenticator } from './two-factor.ts';
import { breakNextPayout, untilState } from './withdrawals.ts';

/** New in each example. */
export interface Cast {
  readonly testApp: TestApp;
  readonly ada: SignedInPerson;
  readonly grace: SignedInPerson;
}

/** A flow of money from docs/ledger.md, and how the product performs it. */
export interface LedgerExample {
  readonly title: string;
  readonly story: string;
  /** The setup; the document does not show it. */
  prepare?(cast: Cast): Promise<void>;
  play(cast: Cast): Promise<void>;
}

export const ledgerExamples: readonly LedgerExample[] = [
  {
    title: 'A top-up, paid as asked',
    story:
      'Ada tops up 57.00 USD, which at 0.57 USD is 100 MRCY. Nothing moves while the payment is awaited or confirming; ' +
      'once it is final, the rail holds the coins for the house, and she has MRCY for them.',
    async play(cast) {
      await payAll(cast, await openTestTopUp(cast.testApp, cast.ada, '57'), {});
    },
  },
  {
    title: 'A top-up, paid too little',
    story:
      'Of 57.00 USD only 20 USDT come before the half hour is over. They are credited at the rate that was promised, ' +
      'rounded down.',
    async play(cast) {
      const topUp = await openTestTopUp(cast.testApp, cast.ada, '57');
      await payAll(cast, topUp, { amount: '20' });
      await runOut(cast, topUp);
    },
  },
  {
    title: 'A top-up, paid too much',
    story:
      'Of 57.00 USD 100 USDT come, in one payment. What was asked for is credited at the rate that was promised. The other 43 USDT are ' +
      'worth what they cost once they are final, and are credited when Ada claims them.',
    async play(cast) {
      await payAll(cast, await openTestTopUp(cast.testApp, cast.ada, '57'), { amount: '100' });
      await claimAll(cast);
    },
  },
  {
    title: 'A top-up to dollars',
    story:
      'Ada tops up 57.00 USD, and asks to be credited in dollars rather than in MRCY. A dollar is a dollar, at no price that moves.',
    async play(cast) {
      await payAll(cast, await openTestTopUp(cast.testApp, cast.ada, '57', { creditCurrency: 'USD' }), {});
    },
  },
  {
    title: 'A payment that came too late, claimed',
    story:
      'The half hour is over, then 57 USDT come. They wait under a row of history of their own; Ada’s click credits them ' +
      'for what it was worth when it became final. A payment in another coin than was chosen, or one after the top-up was settled, takes the same way.',
    async play(cast) {
      const topUp = await openTestTopUp(cast.testApp, cast.ada, '57');
      await runOut(cast, topUp);
      await payAll(cast, topUp, {});
      await claimAll(cast);
    },
  },
  {
    title: 'A deposit',
    story:
      'Somebody sends 0.5 BTC to Ada’s address. It is hers once the chain has it deep enough; before, it shows as pending ' +
      'and is in no account.',
    async play({ testApp, ada }) {
      const chain = await openPretendChain(testApp);
      const paymentId = await chain.pay(await depositAddressOf(testApp, ada, 'BTC'), 'BTC', '0.5');
      await chain.tell(paymentId);
      await chain.confirm(paymentId, 100);
      await chain.tell(paymentId);
    },
  },
  {
    title: 'A transfer',
    story: 'Ada, who has 100 MRCY, sends Grace 40.5. It is one posting, and free of charge.',
    prepare: ({ testApp, ada }) => giveMoney(testApp, ada, 'MRCY', '100'),
    async play(cast) {
      await transfer(cast, '40.5');
    },
  },
  {
    title: 'A purchase',
    story:
      'Ada buys MRCY for 100 USD. The house earns a fee of 0.25 %, taken out of what she gives, and exchanges the rest at the ' +
      'price less a spread of 0.5 %: of US dollars it has more now, and it has given its own coin for them.',
    prepare: ({ testApp, ada }) => giveMoney(testApp, ada, 'USD', '100'),
    async play(cast) {
      await tradeAtTheMarket(cast, {
        type: 'BUY',
        fromCurrency: 'USD',
        toCurrency: 'MRCY',
        fromAmount: '100',
      });
    },
  },
  {
    title: 'A sale',
    story:
      'Ada sells 100 MRCY for US dollars. The fee is in what she gives; what arrives is rounded down to the cent.',
    prepare: ({ testApp, ada }) => giveMoney(testApp, ada, 'MRCY', '100'),
    async play(cast) {
      await tradeAtTheMarket(cast, {
        type: 'SELL',
        fromCurrency: 'MRCY',
        toCurrency: 'USD',
        fromAmount: '100',
      });
    },
  },
  {
    title: 'An exchange',
    story:
      'Ada exchanges 0.01 BTC for ETH, at 50,000 and 2,500 USD. It is one transfer in two assets, and the spread is taken once.',
    prepare: ({ testApp, ada }) => giveMoney(testApp, ada, 'BTC', '0.01'),
    async play({ testApp, ada }) {
      await trade(testApp, ada, {
        type: 'EXCHANGE',
        from: '0.01 BTC',
        fee: '0.000025',
        to: '0.1985025 ETH',
      });
    },
  },
  {
    title: 'A trade of the house at another venue',
    story:
      'The house owes BTC that people bought, so it buys 0.5 BTC elsewhere for 25,000 USD. What it gave is outside no more, what it ' +
      'got is, and its position follows. Nobody’s money moves.',
    async play({ testApp }) {
      const outside = readOutsideTrade({
        givenAmount: '25000',
        givenCurrency: 'USD',
        receivedAmount: '0.5',
        receivedCurrency: 'BTC',
        venue: 'Kraken',
        reference: 'OABC-1',
        tradedAt: '2026-01-02T10:00:00.000Z',
      });
      await inTransaction(testApp.db, (trx) => bookOutsideTrade(trx, outside, 'Grace'));
    },
  },
  {
    title: 'A withdrawal, paid out',
    story:
      'Ada withdraws 0.2 of her 0.5 BTC. The amount is held from the first moment. When it is paid out the hold is spent: ' +
      'on what arrives, and on the fee of 0.5 %, which is taken out of the amount.',
    prepare: ({ testApp, ada }) => giveMoney(testApp, ada, 'BTC', '0.5'),
    async play(cast) {
      await untilState(cast.testApp, cast.ada, { id: await withdraw(cast), state: 'completed' });
    },
  },
  {
    title: 'A withdrawal, cancelled',
    story:
      'Two-factor is on, so that the withdrawal waits for its code. Ada takes it back: the hold is released, whole.',
    async prepare({ testApp, ada }) {
      await giveMoney(testApp, ada, 'BTC', '0.5');
      await giveAuthenticator(testApp, ada);
    },
    async play(cast) {
      const { testApp, ada } = cast;
      const body = { transactionId: await withdraw(cast) };
      const reply = await testApp.call('POST', '/wallets/withdraw/cancel', { token: ada.token, body });
      succeeded(endpoints.cancelWithdrawal, reply);
    },
  },
  {
    title: 'A withdrawal that the rail refuses',
    story:
      'The rail says that it did not pay, and won’t. Nothing has left, so the hold is released, whole, and no fee is taken.',
    prepare: ({ testApp, ada }) => giveMoney(testApp, ada, 'BTC', '0.5'),
    async play(cast) {
      await breakNextPayout(cast.testApp, 'payout-refused');
      await untilState(cast.testApp, cast.ada, { id: await withdraw(cast), state: 'failed' });
    },
  },
  {
    title: 'A reversal',
    story:
      'A transfer that was a mistake stays in the books, and so does its mirror image. It can be reversed once, and only ' +
      'while the money is still there.',
    prepare: ({ testApp, ada }) => giveMoney(testApp, ada, 'MRCY', '100'),
    async play(cast) {
      const { entries } = await transfer(cast, '40.5');
      await inTransaction(cast.testApp.db, (trx) =>
        reverse(trx, { transferId: entries[0]?.transferId ?? '', reversalId: uuidv7() }),
      );
    },
  },
  {
    title: 'Leftovers given up',
    story: 'Ada deletes her account and gives up the 0.5 MRCY that are too little to withdraw.',
    prepare: ({ testApp, ada }) => giveMoney(testApp, ada, 'MRCY', '0.5'),
    async play({ testApp, ada }) {
      const reply = await testApp.call('DELETE', '/users/account', {
        token: ada.token,
        body: { password: ada.password, reason: 'done', givesUpLeftovers: true },
      });
      succeeded(endpoints.deleteAccount, reply);
    },
  },
];

/** Pays in USDT, which is worth its number in dollars: the missing amount, or `amount`. The chain confirms it at once. */
async function payAll({ testApp }: Cast, topUp: TestTopUp, sent: { amount?: string }): Promise<void> {
  const currency: AssetCode = 'USDT';
  const reply = await testApp.call('POST', `/sandbox/payments/${topUp.paymentToken}/pay`, {
    body: { currency, ...sent },
  });
  succeeded(endpoints.paySandboxPayment, reply);
  await confirmPaymentsOf(testApp, topUp);
}

/** Moves the opening back by an hour; earlier payments stay in time. */
async function runOut({ testApp }: Cast, topUp: TestTopUp): Promise<void> {
  const topUpId = await topUpIdOf(testApp, topUp);
  const { pool } = testApp.db;
  await pool.query(
    `update sandbox_payment set created_at = created_at - interval '1 hour' where topup_id = $1`,
    [topUpId],
  );
  await pool.query(`update topup_payment set seen_at = seen_at - interval '1 hour' where topup_id = $1`, [
    topUpId,
  ]);
  await pool.query(
    `update topup set created_at = created_at - interval '1 hour', expires_at = now() - interval '1 second' where id = $1`,
    [topUpId],
  );
  await runJob(testApp, 'expire-top-up', { topUpId });
}

async function claimAll({ testApp, ada: { token } }: Cast): Promise<void> {
  const { transactions } = succeeded(
    endpoints.listTransactions,
    await testApp.call('GET', '/transactions', { token }),
  );
  for (const { id: transactionId } of transactions.filter(({ canClaim }) => canClaim)) {
    const reply = await testApp.call('POST', '/wallets/topup/claim', { token, body: { transactionId } });
    succeeded(endpoints.claimTopUp, reply);
  }
}

async function transfer({ testApp, ada: { token }, grace }: Cast, amount: string) {
  const body = { recipientAddress: grace.user.walletAddress, amount };
  const made = succeeded(
    endpoints.transfer,
    await testApp.call('POST', '/wallets/transfer', { token, body }),
  );
  const shown = await testApp.call('GET', `/transactions/${made.transaction.id}`, { token });
  return succeeded(endpoints.getTransaction, shown);
}

async function tradeAtTheMarket(
  { testApp, ada: { token } }: Cast,
  body: BodyOf<typeof endpoints.createQuote>,
): Promise<void> {
  const offered = await testApp.call('POST', '/quotes', { token, body });
  const { id, fromAmount, toAmount } = succeeded(endpoints.createQuote, offered).quote;
  const seen = { fromAmount, toAmount };
  const reply = await testApp.call('POST', `/quotes/${id}/accept`, { token, body: seen });
  succeeded(endpoints.acceptQuote, reply);
}

/** Returns the id of its history row. */
async function withdraw({ testApp, ada: { token } }: Cast): Promise<string> {
  const body = { currency: 'BTC', amount: '0.2', address: exampleAddressOf('BTC') };
  const reply = await testApp.call('POST', '/wallets/withdraw', { token, body });
  return succeeded(endpoints.withdraw, reply).transaction.id;
}
