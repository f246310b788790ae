import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@mercury/contract/api/index.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import {
  assetOf,
  loadAssets,
  seededCodes,
  stepOutside,
  type AssetCode,
} from '@mercury/contract/money/asset.ts';
import { seededAssets } from '@mercury/contract/money/seeded-assets.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { checkLedger } from '../../ledger/ledger.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await testApp.close();
  loadAssets(seededAssets);
});

/** An amount that is worth little of every asset. */
const leastOf = (asset: AssetCode) => formatAmount(amountOf(asset, stepOutside(asset) * 3n));

async function walletOf({ token }: SignedInPerson, asset: AssetCode) {
  const reply = await testApp.call('GET', '/wallets/balance', { token });
  return succeeded(endpoints.getBalance, reply).wallets.find(({ currency }) => currency === asset);
}

it.each(seededCodes)(
  '%s moves to somebody who had none, in the call that opens their account of it',
  async (asset) => {
    const [sender, recipient] = await Promise.all([
      // With a proof, since no market's price is known here.
      makePerson(testApp, { isProved: true }),
      makePerson(testApp),
    ]);
    const amount = leastOf(asset);
    await giveMoney(testApp, sender, asset, amount);
    const reply = await testApp.call('POST', '/wallets/transfer', {
      token: sender.token,
      body: { recipientAddress: `@${recipient.username}`, amount, currency: asset },
    });
    const { transaction, wallet } = succeeded(endpoints.transfer, reply);
    expect(transaction).toMatchObject({ currency: asset, amount, counterpartyUsername: recipient.username });
    expect(wallet.currency).toBe(asset);
    expect(Number(wallet.balance)).toBe(0);
    expect((await walletOf(recipient, asset))?.balance).toBe(amount);
  },
);

it('thirty at once, to somebody with no account of the asset, all arrive', async () => {
  const sender = await makePerson(testApp, { isProved: true });
  const recipient = await makePerson(testApp);
  await giveMoney(testApp, sender, 'BTC', '0.0000003');
  const replies = await Promise.all(
    Array.from({ length: 30 }, () =>
      testApp.call('POST', '/wallets/transfer', {
        token: sender.token,
        body: { recipientAddress: `@${recipient.username}`, amount: '0.00000001', currency: 'BTC' },
      }),
    ),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(30);
  expect((await walletOf(recipient, 'BTC'))?.balance).toBe('0.00000030');
});

it('but for one that the operator switched off; the migration that lets all move switches on those of every build', async () => {
  const [sender, recipient] = await Promise.all([
    makePerson(testApp, { isProved: true }),
    makePerson(testApp),
  ]);
  await giveMoney(testApp, sender, 'LTC', '1');
  const send = () =>
    testApp.call('POST', '/wallets/transfer', {
      token: sender.token,
      body: { recipientAddress: recipient.user.walletAddress, amount: '0.1', currency: 'LTC' },
    });
  const { pool } = testApp.ownerDb;
  await pool.query(`insert into asset (code, name, decimals, shown_decimals, withdrawal_min, is_transferable)
                    values ('OURS', 'Ours', 2, 2, 1, false)`);
  await pool.query(`update asset set is_transferable = false where code = 'LTC'`);
  await vi.waitFor(() => expect(assetOf('LTC').isTransferable).toBe(false));
  expect(refused(await send()).error).toBe('CurrencyNotTransferable');

  await pool.query(
    await readFile(join(import.meta.dirname, '../../db/migrations/0010-any-asset-moves.sql'), 'utf8'),
  );
  await vi.waitFor(() => expect(assetOf('LTC').isTransferable).toBe(true));
  expect((await send()).status).toBe(200);
  const { rows } = await pool.query('select code from asset where not is_transferable');
  expect(rows).toEqual([{ code: 'OURS' }]);
});
