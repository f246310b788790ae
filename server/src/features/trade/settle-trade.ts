import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import {
  post,
  type Posting,
  type PostingEntry,
  type PostingOutcome,
  type Receipt,
} from '../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import { refuseAboveDayLimit } from './day-limit.ts';
import { houseMovements, refuseAboveExposureLimit } from './exposure-limit.ts';
import type { Offer } from './offer.ts';
import { keepOrigin, type TradeOrigin } from './trade-origin.ts';
import { insertTrade, tradeInHistory, type TradeRow } from './trade-record.ts';

export interface TradeOrder {
  /** The quote's id where there is one: that a quote is used once is the trade's key. */
  readonly tradeId: string;
  readonly userId: string;
  readonly offer: Offer;
  readonly recurringBuyId?: string | undefined;
  readonly origin: TradeOrigin;
}

export interface SettledTrade {
  readonly transactionId: string;
  readonly transferId: string;
  readonly receipt: Receipt;
  readonly trade: TradeRow;
}

/** Of one order, what is made for it. */
interface TradeIds {
  readonly transactionId: string;
  readonly transferId: string;
}

/**
 * Exchanges with the house at exactly what was offered: posting, row of history and trade, or nothing of them. Call it with
 * the person's row locked, and let what it throws end the transaction: a limit may be found crossed after the posting.
 * @throws DomainError InsufficientBalance, TradeLimitReached, ExposureLimitReached
 */
export async function settleTrade(
  trx: Transaction,
  services: Pick<Services, 'config'>,
  order: TradeOrder,
): Promise<SettledTrade> {
  const { tradeId, userId, offer, recurringBuyId, origin } = order;
  const ids: TradeIds = { transactionId: uuidv7(), transferId: uuidv7() };
  await refuseAboveDayLimit(trx, services, { userId, from: offer.from, usdValue: offer.usdValue, origin });
  const [outcome] = await post(trx, [tradePosting(order, ids)]);
  const receipt = receiptOf(outcome);
  const record = { tradeId, userId, recurringBuyId, ...ids };
  const { trade, positions } = await insertTrade(trx, record, offer);
  await keepOrigin(trx, { tradeId, usdValue: offer.usdValue, origin });
  refuseAboveExposureLimit(services, { offer, positions });
  return { ...ids, receipt, trade };
}

function tradePosting(order: TradeOrder, { transactionId, transferId }: TradeIds): Posting {
  const { tradeId, userId, offer } = order;
  const { amount, fee, direction } = tradeInHistory(offer);
  return {
    transferId,
    kind: offer.type === 'EXCHANGE' ? 'exchange' : 'trade',
    referenceId: tradeId,
    entries: tradeEntries(userId, offer),
    records: [
      {
        id: transactionId,
        userId,
        type: offer.type,
        asset: amount.asset,
        amount: amount.minorUnits,
        fee,
        direction,
        status: 'COMPLETED',
        state: 'completed',
        referenceId: tradeId,
        usdValue: offer.usdValue.minorUnits,
      },
    ],
  };
}

/** The house takes what is given away but for the fee, which it has earned, and gives what was promised. */
function tradeEntries(userId: string, offer: Offer): PostingEntry[] {
  const { from, fee, to } = offer;
  const earned: PostingEntry = {
    account: { owner: 'house', asset: fee.asset, kind: 'fees' },
    amount: fee.minorUnits,
  };
  return [
    { account: { owner: userId, asset: from.asset, kind: 'available' }, amount: -from.minorUnits },
    ...(fee.minorUnits === 0n ? [] : [earned]),
    ...houseMovements(offer).map(({ change }): PostingEntry => ({
      account: { owner: 'house', asset: change.asset, kind: 'exposure' },
      amount: change.minorUnits,
    })),
    { account: { owner: userId, asset: to.asset, kind: 'available' }, amount: to.minorUnits },
  ];
}

function receiptOf(outcome: PostingOutcome | undefined): Receipt {
  if (outcome === undefined) throw new Error('the ledger did not answer a posting');
  if (outcome.isPosted) return outcome.receipt;
  switch (outcome.refusal) {
    case 'InsufficientBalance':
      throw new DomainError(outcome.refusal);
    case 'IdempotencyKeyReused':
    case 'AccountClosed':
    case 'SenderFrozen':
    case 'HoldNotOpen':
    case 'NotReversible':
      throw new Error(`a trade was refused as ${outcome.refusal}`);
    default:
      return outcome.refusal satisfies never;
  }
}
