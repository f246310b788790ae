import type { Wallet } from '@mercury/contract/api/wallets.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { field } from '../../test/fields.ts';
import { renderApp } from '../../test/render-app.tsx';
import { sara, walletOf } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { type TransferBeginning, TransferDialog } from './transfer-dialog.tsx';

async function renderDialog(wallets: readonly Wallet[], beginning: TransferBeginning = {}): Promise<void> {
  serveAccount({ wallets });
  const dialog = (
    <TransferDialog
      isOpen
      wallets={wallets}
      own={{ address: sara.walletAddress, username: sara.username }}
      beginning={beginning}
      nameOf={() => undefined}
      contacts={[]}
      hasTwoFactor={false}
      renderContactPicker={() => null}
      onClose={() => undefined}
      onTransferred={() => undefined}
    />
  );
  await renderApp(dialog, { as: sara });
}

it.each([
  ['12.5', '12.5'],
  ['0.125', ''],
])('keeps %s in dollars as "%s"', async (typed, kept) => {
  await renderDialog([walletOf(), walletOf({ currency: 'USD', balance: '5.00' })]);
  await field('Amount').fill(typed);
  await page.getByRole('combobox', { name: 'What to send' }).click();
  await page.getByRole('option', { name: /USD/ }).click();
  await expect.element(field('Amount')).toHaveValue(kept);
});

it.each([
  ['what is worth most', {}, 'BTC'],
  ['what the address names', { currency: 'USD' }, 'USD'],
  ['the product’s own coin, where the address says only how much', { amount: '2' }, 'MRCY'],
] as const)('begins with %s', async (_, beginning, currency) => {
  const wallets = [
    walletOf({ usdValue: '5.00' }),
    walletOf({ currency: 'USD', balance: '50.00', usdValue: '50.00' }),
    walletOf({ currency: 'BTC', balance: '0.01', usdValue: '600.00' }),
    walletOf({ currency: 'ETH', balance: '9', availableBalance: '0', usdValue: '9000.00' }),
  ];
  await renderDialog(wallets, beginning);
  await expect
    .element(page.getByRole('combobox', { name: 'What to send' }))
    .toMatchTextContent(new RegExp(`\\b${currency}\\b`));
});
