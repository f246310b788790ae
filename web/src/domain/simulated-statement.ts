import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { getStatement, Transaction } from '@mercury/contract/api/transactions.ts';
import type { Wallet } from '@mercury/contract/api/wallets.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import { assetCodes, type AssetCode } from '@mercury/contract/money/asset.ts';
import { fitsFilter, notOwed, sumOf } from './simulated-book.ts';
import { amountIn } from './simulated-samples.ts';

type Statement = ReplyOf<typeof getStatement>;
type StatementOfCurrency = Statement['currencies'][number];
type StatementLine = StatementOfCurrency['lines'][number];

interface SimulatedParts {
  /** The samples for an empty server statement: the present balances and their transactions. */
  samples: { wallets: readonly Wallet[]; transactions: readonly Transaction[] };
  /** The demo's transactions. */
  made: readonly Transaction[];
}

/** The server's statement plus the simulated transactions, so it agrees with the list and the balance. */
export function simulatedStatement(given: Statement, parts: SimulatedParts): Statement {
  const currencies = assetCodes().map((currency) => statementOf(currency, given, parts));
  return {
    ...given,
    currencies: currencies.filter(({ opening, lines }) => /[1-9]/.test(opening) || lines.length > 0),
  };
}

function statementOf(
  currency: AssetCode,
  { from, to, currencies }: Statement,
  { samples, made }: SimulatedParts,
): StatementOfCurrency {
  const isBooked = (each: Transaction) => each.currency === currency && each.status === 'COMPLETED';
  const given = currencies.find((each) => each.currency === currency);
  const wallet = samples.wallets.find((each) => each.currency === currency);
  const unitsOf = (text = '0') => amountIn(currency, text).minorUnits;
  // A sample wallet has its present balance. Its opening balance is the balance before its transactions.
  const openingOfSamples =
    unitsOf(wallet?.balance) -
    sumOf(samples.transactions.filter((each) => isBooked(each) && fitsFilter(each, { from })));
  const madeBefore = sumOf(made.filter((each) => isBooked(each) && fitsFilter(each, { to: from })));
  const opening = unitsOf(given?.opening) + openingOfSamples + madeBefore;
  const simulated = [...samples.transactions, ...made].filter(
    (each) => isBooked(each) && fitsFilter(each, { from, to }),
  );
  const lines = [...(given?.lines ?? []), ...simulated.map(lineOf)];
  lines.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  const text = (minorUnits: bigint) => formatAmount(amountOf(currency, notOwed(minorUnits)));
  let balance = opening;
  return {
    currency,
    opening: text(opening),
    lines: lines.map((line) => {
      balance += gainOf(currency, line);
      return Object.assign({}, line, { balanceAfter: text(balance) });
    }),
    closing: text(balance),
  };
}

/** Its balance is known where it stands. */
function lineOf(transaction: Transaction): Omit<StatementLine, 'balanceAfter'> {
  const { id, date, type, direction, amount, fee, usdValue, counterparty, counterpartyUsername, note } =
    transaction;
  const sign = direction === 'in' ? '' : '-';
  return {
    id,
    at: date,
    type,
    amount: `${sign}${amount}`,
    fee,
    usdValue: usdValue === null ? null : `${sign}${usdValue}`,
    counterparty,
    counterpartyUsername,
    note,
  };
}

function gainOf(currency: AssetCode, { amount }: Pick<StatementLine, 'amount'>): bigint {
  const { minorUnits } = amountIn(currency, amount.replace('-', ''));
  return amount.startsWith('-') ? -minorUnits : minorUnits;
}
