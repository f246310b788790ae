import { randomBytes } from 'node:crypto';
import { type APIRequestContext, type APIResponse, expect } from '@playwright/test';
import { type Person, soon, topUp } from '../accounts.ts';
import { mailedCode } from '../mails.ts';
import { openTopUp } from '../top-ups.ts';

/** An address with a checksum, out of the Ethereum documents; it belongs to nobody here. */
const etherAddress = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

/** As many digits as its chain has: the longest amount that a row ever holds. */
const longestEther = '1234.123456789012345678';

async function holds(request: APIRequestContext, { token }: Person, currency: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await request.get('/v1/wallets/balance', { headers });
  const { wallets }: { wallets: { currency: string; availableBalance: string }[] } = await response.json();
  return wallets.some((wallet) => wallet.currency === currency && /[1-9]/.test(wallet.availableBalance));
}

/** Gives somebody a life: money in two currencies, each kind of transaction, contacts and an address. */
export async function liveThrough(request: APIRequestContext, person: Person, other: Person): Promise<void> {
  async function post(path: string, body: object): Promise<APIResponse> {
    const response = await request.post(path, {
      headers: {
        authorization: `Bearer ${person.token}`,
        'idempotency-key': randomBytes(16).toString('hex'),
      },
      data: body,
    });
    if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
    return response;
  }
  await post('/v1/wallets/deposit', { currency: 'ETH', amount: longestEther });
  await topUp(request, person, '1234.56');
  await expect.poll(() => holds(request, person, 'ETH'), soon).toBe(true);
  await post('/v1/contacts', {
    name: 'Maryam Sadeghi',
    walletAddress: other.address,
    isFavorite: true,
    email: 'maryam@example.com',
  });
  await post('/v1/wallets/transfer', {
    recipientAddress: other.address,
    amount: '12.5',
    note: 'Dinner on Friday',
  });
  await post('/v1/auth/proof', { password: person.password });
  await post('/v1/wallets/withdraw/addresses', {
    currency: 'ETH',
    address: etherAddress,
    label: 'Cold wallet',
  });
  const asked = await post('/v1/wallets/withdraw', { currency: 'ETH', amount: '1.5', address: etherAddress });
  const { transaction }: { transaction: { id: string } } = await asked.json();
  const code = await mailedCode(request, person.email);
  await post('/v1/wallets/withdraw/verify', { transactionId: transaction.id, code });
  await openTopUp(request, person, '25');
}
