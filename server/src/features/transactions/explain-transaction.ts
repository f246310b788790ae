import { assetCodeSchema } from '@mercury/contract/api/shapes.ts';
import {
  type LedgerLine,
  paymentProblems,
  type TopUpPayment,
  type Transaction,
} from '@mercury/contract/api/transactions.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import * as z from 'zod/mini';
import { directionOf, type Locale } from '@mercury/contract/locales.ts';
import type { Database } from '../../db/database.ts';
import type { Services } from '../../services.ts';
import { findLedgerLines } from './ledger-lines.ts';
import { showTransaction } from './show-transaction.ts';
import { translate, type TextKey } from '../../i18n/translate.ts';

export interface ExplainedTransaction {
  readonly transaction: Transaction;
  readonly entries: LedgerLine[];
  readonly payments: TopUpPayment[];
}

/** A person's transaction with its ledger lines and payments; undefined for another person's. */
export async function explainTransaction(
  services: Services,
  place: { userId: string; id: string },
): Promise<ExplainedTransaction | undefined> {
  const transaction = await showTransaction(services, place);
  if (transaction === undefined) return undefined;
  const [entries, payments] = await Promise.all([
    findLedgerLines(services.db, place),
    transaction.type === 'TOPUP' ? findTopUpPayments(services.db, place.id) : [],
  ]);
  return { transaction, entries, payments };
}

interface TopUpPaymentRow {
  readonly asset: string;
  readonly amount: bigint;
  readonly usd: bigint;
  readonly is_priced: boolean;
  readonly state: string;
  readonly problem: string | null;
  readonly is_credited: boolean;
  readonly seen_at: Date;
}

/**
 * The payments behind a row of history, oldest first: all of a top-up, or the one that is claimed under a row of its own.
 * The caller has checked that the row is the person's.
 */
async function findTopUpPayments(db: Database, transactionId: string): Promise<TopUpPayment[]> {
  const { rows } = await db.pool.query<TopUpPaymentRow>(
    `select asset, amount, coalesce(final_usd, usd_amount) as usd, final_usd is not null as is_priced,
            state, problem, transfer_id is not null as is_credited, seen_at
       from topup_payment
      where id in (
        select id from topup_payment where transaction_id = $1
        union all
        select payment.id from topup join topup_payment payment on payment.topup_id = topup.id
         where topup.transaction_id = $1
      )
      order by seen_at, id`,
    [transactionId],
  );
  return rows.map(presentTopUpPayment);
}

/** The CHECKs of the database limit these text columns to these words. */
const paymentWords = z.object({
  asset: assetCodeSchema,
  state: z.enum(['seen', 'confirmed', 'failed']),
  problem: z.nullable(z.enum(paymentProblems)),
});

function presentTopUpPayment(row: TopUpPaymentRow): TopUpPayment {
  const { asset, state, problem } = paymentWords.parse(row);
  return {
    currency: asset,
    amount: formatAmount(amountOf(asset, row.amount)),
    usdValue: formatAmount(amountOf('USD', row.usd)),
    state,
    problem,
    isPriced: row.is_priced,
    isCredited: row.is_credited,
    seenAt: row.seen_at.toISOString(),
  };
}

const tradeSentences = {
  BUY: 'transactions.bought',
  SELL: 'transactions.sold',
  EXCHANGE: 'transactions.exchanged',
} as const satisfies Readonly<Record<string, TextKey>>;

/** The transaction's state as a sentence in the reader's language; for a trade, what was exchanged for what. */
export function sentenceOf(transaction: Transaction, locale: Locale): string {
  const { trade, type, state } = transaction;
  if (type === 'CORRECTION') return translate(locale, 'transactions.corrected');
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
