import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import type { Transaction } from '../../db/database.ts';
import type { UserRow } from '../../identity/person/person.ts';
import { mailMoney } from '../notices/mail-money.ts';
import type { SettledTrade } from './settle-trades.ts';

/** For those who chose so. The app shows the trade from history. */
export async function mailTrade(
  trx: Transaction,
  user: UserRow,
  { transactionId, trade }: Pick<SettledTrade, 'transactionId' | 'trade'>,
): Promise<void> {
  await mailMoney(trx, user, {
    kind: 'trade_done',
    transactionId,
    type: trade.type,
    fromCurrency: trade.from_asset,
    fromAmount: formatAmount(amountOf(trade.from_asset, trade.from_amount)),
    toCurrency: trade.to_asset,
    toAmount: formatAmount(amountOf(trade.to_asset, trade.to_amount)),
  });
}
