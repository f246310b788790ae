import type { QueryOf, ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { listTransactions, Transaction } from '@mercury/contract/api/transactions.ts';
import type { getBalance, Wallet } from '@mercury/contract/api/wallets.ts';
import { formatAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { amountIn, type Config, usdValueOf, walletOf } from './simulated-samples.ts';

type Balance = ReplyOf<typeof getBalance>;
export type TransactionFilter = QueryOf<typeof listTransactions>;

/** True where there is nothing in any wallet and nothing on its way. */
export function holdsNothing({ wallets }: Balance): boolean {
  return !wallets.some(({ balance, pendingBalance }) => /[1-9]/.test(`${balance}${pendingBalance}`));
}

/** The balance as it would be, had the transactions happened; with a wallet of `wanted`, also where it is empty. */
export function withTransactions(
  wallets: readonly Wallet[],
  transactions: readonly Transaction[],
  config: Config,
  wanted: AssetCode = coinCode,
): Balance {
  const currencies = new Set<AssetCode>([coinCode, ...wallets.map(({ currency }) => currency), wanted]);
  for (const { currency } of transactions) currencies.add(currency);
  const changed = [...currencies].map((currency) => {
    const known = wallets.find((wallet) => wallet.currency === currency);
    const own = transactions.filter((transaction) => transaction.currency === currency);
    return withOwnTransactions(known ?? walletOf({ asset: currency, minorUnits: 0n }, config), own, config);
  });
  const wallet = changed.find(({ currency }) => currency === coinCode);
  if (wallet === undefined) throw new Error('the own coin is among the currencies');
  return { success: true, wallet, wallets: changed, totalUsdValue: totalOf(changed) };
}

function withOwnTransactions(wallet: Wallet, transactions: readonly Transaction[], config: Config): Wallet {
  if (transactions.length === 0) return wallet;
  const gained = sumOf(transactions.filter(({ status }) => status === 'COMPLETED'));
  const coming = sumOf(transactions.filter(({ status }) => status === 'PENDING'));
  const plus = (text: string, difference: bigint) => {
    const { asset, minorUnits } = amountIn(wallet.currency, text);
    const sum = minorUnits + difference;
    return { asset, minorUnits: notOwed(sum) };
  };
  const balance = plus(wallet.balance, gained);
  return {
    ...wallet,
    balance: formatAmount(balance),
    availableBalance: formatAmount(plus(wallet.availableBalance, gained)),
    pendingBalance: formatAmount(plus(wallet.pendingBalance, coming)),
    usdValue: usdValueOf(balance, config),
    isUsdValueIndicative: wallet.currency !== coinCode,
  };
}

/** What the server knows may have shrunk since; nobody owes simulated money. */
export function notOwed(minorUnits: bigint): bigint {
  return minorUnits < 0n ? 0n : minorUnits;
}

/** What they bring in all, in the smallest unit of the one currency that they are of. */
export function sumOf(transactions: readonly Transaction[]): bigint {
  return transactions.reduce((sum, { currency, amount, direction }) => {
    const { minorUnits } = amountIn(currency, amount);
    return direction === 'in' ? sum + minorUnits : sum - minorUnits;
  }, 0n);
}

function totalOf(wallets: readonly Wallet[]): string {
  const cents = wallets.reduce((sum, { usdValue }) => sum + amountIn('USD', usdValue ?? '0').minorUnits, 0n);
  return formatAmount({ asset: 'USD', minorUnits: cents });
}

/** By the rules of the server's own filter: from its first moment, up to and without its last. */
export function fitsFilter(transaction: Transaction, filter: TransactionFilter): boolean {
  const createdMs = Date.parse(transaction.createdAt);
  return (
    (filter.type === undefined || transaction.type === filter.type) &&
    (filter.status === undefined || transaction.status === filter.status) &&
    (filter.currency === undefined || transaction.currency === filter.currency) &&
    (filter.from === undefined || createdMs >= Date.parse(filter.from)) &&
    (filter.to === undefined || createdMs < Date.parse(filter.to))
  );
}
