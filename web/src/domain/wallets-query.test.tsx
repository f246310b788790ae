import type { Wallet } from '@mercury/contract/api/wallets.ts';
import { expect, it } from 'vitest';
import { balanceOf, walletOf } from '../test/samples.ts';
import { serveAccount } from '../test/serve-account.ts';
import { queryClient } from '../api/query-client.ts';
import { showWallet, walletsQuery } from './wallets-query.ts';

const shown = () => queryClient.getQueryData(walletsQuery.queryKey);
const balances = () => shown()?.wallets.map(({ currency, balance }) => `${balance} ${currency}`);

function know(...wallets: readonly Wallet[]): void {
  serveAccount({ wallets });
  queryClient.setQueryData(walletsQuery.queryKey, balanceOf(...wallets));
}

it('shows another coin’s changed wallet in its place, and leaves the own coin’s balance alone', () => {
  know(walletOf(), walletOf({ currency: 'BTC', balance: '1.00000000' }));
  showWallet(queryClient, walletOf({ currency: 'BTC', balance: '0.25000000' }));
  expect(balances()).toEqual(['10.00000000 MRCY', '0.25000000 BTC']);
  expect(shown()?.wallet).toMatchObject({ currency: 'MRCY', balance: '10.00000000' });
});

it('shows the own coin’s changed wallet among all wallets and as the balance', () => {
  know(walletOf(), walletOf({ currency: 'BTC', balance: '1.00000000' }));
  showWallet(queryClient, walletOf({ balance: '8.50000000' }));
  expect(balances()).toEqual(['8.50000000 MRCY', '1.00000000 BTC']);
  expect(shown()?.wallet.balance).toBe('8.50000000');
});

it('adds a wallet that the person did not have before', () => {
  know(walletOf());
  showWallet(queryClient, walletOf({ currency: 'ETH', balance: '2.000000000000000000' }));
  expect(balances()).toEqual(['10.00000000 MRCY', '2.000000000000000000 ETH']);
});

it('makes up no balance where none is known yet', () => {
  showWallet(queryClient, walletOf());
  expect(shown()).toBeUndefined();
});
