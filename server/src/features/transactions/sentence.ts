import type { Transaction } from '@mercury/contract/api/transactions.ts';
import { directionOf, type Locale } from '@mercury/contract/locales.ts';
import { translate, type TextKey } from '../../i18n/translate.ts';

const tradeSentences = {
  BUY: 'transactions.bought',
  SELL: 'transactions.sold',
  EXCHANGE: 'transactions.exchanged',
} as const satisfies Readonly<Record<string, TextKey>>;

/** The transaction's state as a sentence in the reader's language; for a trade, what was exchanged for what. */
export function sentenceOf(transaction: Transaction, locale: Locale): string {
  const { trade, type, state } = transaction;
  if (trade === null || !isTrade(type)) return translate(locale, `transactions.${state}`);
  return translate(locale, tradeSentences[type], {
    from: amountIn(locale, `${trade.fromAmount} ${trade.fromCurrency}`),
    to: amountIn(locale, `${trade.toAmount} ${trade.toCurrency}`),
  });
}

function isTrade(type: Transaction['type']): type is keyof typeof tradeSentences {
  return type in tradeSentences;
}

/** Keeps the number before its currency in a right-to-left sentence (Unicode, UAX #9: an isolate). */
function amountIn(locale: Locale, amount: string): string {
  return directionOf(locale) === 'rtl' ? `\u2066${amount}\u2069` : amount;
}
