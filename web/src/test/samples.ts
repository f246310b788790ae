import type { SignedIn } from '@mercury/contract/api/auth.ts';
import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { getConfig } from '@mercury/contract/api/config.ts';
import type { getPortfolio } from '@mercury/contract/api/portfolio.ts';
import type { getSecurity } from '@mercury/contract/api/security.ts';
import type { Transaction } from '@mercury/contract/api/transactions.ts';
import type { User } from '@mercury/contract/api/users.ts';
import type { getBalance, Recipient, Wallet } from '@mercury/contract/api/wallets.ts';
import { encodeAddress } from '@mercury/contract/money/address.ts';
import { assetCodes, assetOf, chainTraits, seededCodes } from '@mercury/contract/money/asset.ts';
import { coinCode } from '@mercury/contract/product.ts';

const at = '2026-03-01T10:00:00.000Z';

/** The id that stands in the given place among all ids. */
export const idOf = (place: number): string => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`;

/** Right, and nobody's but the test's. */
export const addressOf = (place: number): string => encodeAddress(new Uint8Array(20).fill(place));

export const success = (message = '') => ({ success: true, message }) as const;

export const sara: User = {
  id: idOf(1),
  username: 'sara',
  email: 'sara@example.com',
  name: 'Sara',
  emailVerified: true,
  twoFactorEnabled: false,
  walletAddress: addressOf(1),
  locale: 'en',
  createdAt: at,
};

export const omid: User = {
  ...sara,
  id: idOf(2),
  username: 'omid',
  email: 'omid@example.com',
  name: 'Omid',
  walletAddress: addressOf(2),
};

/** Whom an address or a username reaches. Any other than Omid's is somebody without a name. */
export function recipientOf(to: string): Recipient {
  const isOmid = to === omid.walletAddress || to === `@${omid.username}`;
  return {
    username: isOmid ? omid.username : null,
    walletAddress: isOmid ? omid.walletAddress : to,
    contactName: null,
    isPaidBefore: false,
  };
}

export function signedInAs(user: User): SignedIn {
  return { success: true, token: `token-of-${user.username}`, user, message: '' };
}

type Security = ReplyOf<typeof getSecurity>;

/** How an account is protected that has nothing but its password. */
export function securityOf(security: Partial<Security['security']> = {}): Security {
  return {
    success: true,
    security: {
      twoFactorEnabled: false,
      recoveryCodesLeft: 0,
      canRenewTwoFactor: false,
      phrase: null,
      pendingEmail: null,
      transferLimitUsd: '1000.00',
      ...security,
    },
  };
}

export function walletOf(wallet: Partial<Wallet> = {}): Wallet {
  const { currency = coinCode, balance = '10.00000000' } = wallet;
  return {
    id: idOf(100 + assetCodes().indexOf(currency)),
    currency,
    symbol: currency,
    balance,
    availableBalance: balance,
    inOrders: '0',
    pendingBalance: '0',
    usdValue: null,
    isUsdValueIndicative: false,
    canDeposit: true,
    canWithdraw: true,
    ...(currency === coinCode && { address: sara.walletAddress }),
    ...wallet,
  };
}

export function balanceOf(...others: readonly Wallet[]): ReplyOf<typeof getBalance> {
  const wallet = others.find(({ currency }) => currency === coinCode) ?? walletOf();
  const wallets = [wallet, ...others.filter((other) => other !== wallet)];
  return { success: true, wallet, wallets, totalUsdValue: '100.00' };
}

type Portfolio = ReplyOf<typeof getPortfolio>;

export function portfolioOf(portfolio: Partial<Portfolio> = {}): Portfolio {
  return {
    success: true,
    source: 'live',
    asOf: at,
    isStale: false,
    totalUsd: '100.00',
    hasTraded: true,
    profitUsd: '0.00',
    realizedUsd: '0.00',
    change: null,
    points: [],
    holdings: [],
    ...portfolio,
  };
}

export function transactionOf(transaction: Partial<Transaction> = {}): Transaction {
  const { amount = '1.50000000' } = transaction;
  return {
    id: idOf(500),
    userId: sara.id,
    type: 'TRANSFER',
    currency: coinCode,
    amount,
    fee: '0',
    status: 'COMPLETED',
    state: 'completed',
    direction: 'out',
    counterparty: omid.walletAddress,
    counterpartyUsername: omid.username,
    note: null,
    isNoteFromStranger: false,
    memo: null,
    netAmount: amount,
    usdValue: null,
    externalReference: null,
    confirmations: null,
    waitsUntil: null,
    canCancel: false,
    canClaim: false,
    timeline: [{ state: 'completed', at }],
    paymentUrl: null,
    trade: null,
    date: at,
    createdAt: at,
    completedAt: at,
    ...transaction,
  };
}

type Config = ReplyOf<typeof getConfig>;

export function configOf(config: Partial<Config> = {}): Config {
  return {
    success: true,
    productName: 'Mercury',
    coin: coinCode,
    coinPriceUsd: '0.50',
    withdrawalFeeBps: 100,
    moneyMode: 'live',
    rail: { name: 'sandbox', isSandbox: true, canTopUp: true, canPayOut: true, paymentOrigins: [] },
    assets: seededCodes.map((code) => {
      const { chain } = assetOf(code);
      return Object.assign({}, assetOf(code), {
        network: chain && chainTraits[chain].name,
        canTopUpWith: chain !== null,
        canDeposit: chain !== null,
        canWithdraw: chain !== null,
        memoKind: chain && chainTraits[chain].memoKind,
        exampleAddress: null,
      });
    }),
    limits: { topUpUsdMin: '1.00', topUpUsdMax: '10000.00' },
    trade: { feeBps: 20, spreadBps: 10, orderUsdMin: '1.00', orderUsdMax: '5000.00', dayUsdMax: '20000.00' },
    locales: ['en', 'fa', 'ru', 'zh'],
    contact: { email: 'help@example.com', phone: null, address: null },
    socialLinks: [],
    ...config,
  };
}
