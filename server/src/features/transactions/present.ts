import {
  transactionStates,
  transactionStatuses,
  transactionTypes,
  type Transaction,
  type TransactionState,
} from '@mercury/contract/api/transactions.ts';
import { assetCodeSchema, timeSchema } from '@mercury/contract/api/shapes.ts';
import { limits } from '@mercury/contract/limits.ts';
import { amountOf, formatAmount, parseAmount } from '@mercury/contract/money/amount.ts';
import { formatPrice } from '@mercury/contract/money/price.ts';
import * as z from 'zod/mini';

/** A row of wallet_transaction, with columns of the row behind it. */
export interface TransactionRow {
  readonly id: string;
  readonly user_id: string;
  readonly type: string;
  readonly asset: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly direction: string;
  readonly status: string;
  readonly state: string;
  readonly counterparty: string | null;
  readonly counterparty_username: string | null;
  readonly note: string | null;
  readonly timeline: unknown;
  readonly created_at: Date;
  readonly completed_at: Date | null;
  readonly usd_value: bigint | null;
  readonly is_note_from_stranger: boolean;
  /** Of the top-up, deposit or withdrawal behind the row, if any. */
  readonly payment_url: string | null;
  readonly memo: string | null;
  readonly external_reference: string | null;
  readonly confirmations: number | null;
  readonly confirmations_needed: number | null;
  readonly waits_until: Date | null;
  /** Of the trade behind the row, if any: all of these or none. */
  readonly trade_from_asset: string | null;
  readonly trade_from_amount: bigint | null;
  readonly trade_fee_asset: string | null;
  readonly trade_fee: bigint | null;
  readonly trade_to_asset: string | null;
  readonly trade_to_amount: bigint | null;
  readonly trade_rate_base: string | null;
  readonly trade_rate_scaled: bigint | null;
  readonly trade_is_recurring: boolean | null;
  /** Null also for one with the house. */
  readonly trade_market: string | null;
}

/** For a row of history with nothing behind it. */
export const nothingBehind = {
  counterparty_username: null,
  is_note_from_stranger: false,
  payment_url: null,
  memo: null,
  external_reference: null,
  confirmations: null,
  confirmations_needed: null,
  waits_until: null,
  trade_from_asset: null,
  trade_from_amount: null,
  trade_fee_asset: null,
  trade_fee: null,
  trade_to_asset: null,
  trade_to_amount: null,
  trade_rate_base: null,
  trade_rate_scaled: null,
  trade_is_recurring: null,
  trade_market: null,
} as const satisfies Partial<TransactionRow>;

const strangersNoteMin = parseAmount('USD', limits.strangersNoteUsdMin);
if (strangersNoteMin === undefined) throw new Error('the least value of a note is no amount of US dollars');
const strangersNoteUsdMin = strangersNoteMin.minorUnits;

const payableStates: ReadonlySet<TransactionState> = new Set(['awaiting_payment', 'underpaid']);

/** Not sent yet, so the person can still cancel. */
export const cancellableStates: readonly TransactionState[] = [
  'awaiting_confirmation',
  'waiting_period',
  'queued',
];

/** The CHECKs of the database limit these text columns to these words. */
const rowWords = z.object({
  type: z.enum(transactionTypes),
  asset: assetCodeSchema,
  direction: z.enum(['in', 'out']),
  status: z.enum(transactionStatuses),
  state: z.enum(transactionStates),
  timeline: z.array(z.object({ state: z.enum(transactionStates), at: timeSchema })),
});

const tradeWords = z.object({
  trade_from_asset: assetCodeSchema,
  trade_from_amount: z.bigint(),
  trade_fee_asset: assetCodeSchema,
  trade_fee: z.bigint(),
  trade_to_asset: assetCodeSchema,
  trade_to_amount: z.bigint(),
  trade_rate_base: assetCodeSchema,
  trade_rate_scaled: z.bigint(),
  trade_is_recurring: z.boolean(),
  trade_market: z.nullable(z.string()),
});

function presentTrade(row: TransactionRow): Transaction['trade'] {
  if (row.trade_from_asset === null) return null;
  const trade = tradeWords.parse(row);
  const [from, to, base] = [trade.trade_from_asset, trade.trade_to_asset, trade.trade_rate_base];
  return {
    fromCurrency: from,
    fromAmount: formatAmount(amountOf(from, trade.trade_from_amount)),
    fee: formatAmount(amountOf(trade.trade_fee_asset, trade.trade_fee)),
    feeCurrency: trade.trade_fee_asset,
    toCurrency: to,
    toAmount: formatAmount(amountOf(to, trade.trade_to_amount)),
    rate: {
      base,
      quote: base === from ? to : from,
      value: formatPrice({ scaledUsd: trade.trade_rate_scaled }),
    },
    isRecurring: trade.trade_is_recurring,
    market: trade.trade_market,
  };
}

/** Withholds a stranger's note when the transfer was worth next to nothing, or its worth is unknown. */
function presentNote(row: TransactionRow): Pick<Transaction, 'note' | 'isNoteFromStranger'> {
  const { note, usd_value: usdValue, is_note_from_stranger: isNoteFromStranger } = row;
  const isWithheld = isNoteFromStranger && (usdValue === null || usdValue < strangersNoteUsdMin);
  return isWithheld ? { note: null, isNoteFromStranger: false } : { note, isNoteFromStranger };
}

export function presentTransaction(row: TransactionRow): Transaction {
  const words = rowWords.parse(row);
  const usd = (minorUnits: bigint): string => formatAmount(amountOf('USD', minorUnits));
  const net = words.direction === 'out' ? row.amount - row.fee : row.amount;
  const completedAt = row.completed_at?.toISOString() ?? null;
  return {
    id: row.id,
    userId: row.user_id,
    type: words.type,
    currency: words.asset,
    amount: formatAmount(amountOf(words.asset, row.amount)),
    fee: formatAmount(amountOf(words.asset, row.fee)),
    status: words.status,
    state: words.state,
    direction: words.direction,
    counterparty: row.counterparty,
    counterpartyUsername: row.counterparty_username,
    ...presentNote(row),
    memo: row.memo === '' ? null : row.memo,
    netAmount: formatAmount(amountOf(words.asset, net)),
    usdValue: row.usd_value === null ? null : usd(row.usd_value),
    externalReference: row.external_reference,
    confirmations:
      row.confirmations === null || row.confirmations_needed === null
        ? null
        : { seen: row.confirmations, needed: row.confirmations_needed },
    waitsUntil: row.waits_until?.toISOString() ?? null,
    canCancel: words.type === 'WITHDRAW' && cancellableStates.includes(words.state),
    canClaim: words.state === 'claimable',
    timeline: words.timeline,
    paymentUrl: payableStates.has(words.state) ? row.payment_url : null,
    trade: presentTrade(row),
    date: completedAt ?? row.created_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    completedAt,
  };
}
