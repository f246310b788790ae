import { limits } from '@mercury/contract/limits.ts';
import { amountOf, parseAmount, type Amount } from '@mercury/contract/money/amount.ts';
import { valueInUsd } from '@mercury/contract/money/price.ts';
import { DomainError } from '../../errors.ts';
import { priceOf, type PriceSource } from '../market/price-of.ts';
import { isAllowListOn } from '../withdrawals/permit.ts';
import type { SentToday, TransferParties } from './queries.ts';

/** True if a guard may refuse the transfer or must count it. A known recipient on an ordinary day needs no guard. */
export function isGuarded(parties: TransferParties): boolean {
  return !parties.isRecipientKnown || parties.protectionChangedAt !== null || !isRecipientAllowed(parties);
}

/** @throws DomainError AddressNotAllowed when the allow-list is on and the recipient is not saved (for a day, on a real rail) */
export function requireAllowedRecipient(parties: TransferParties): void {
  if (!isRecipientAllowed(parties)) {
    throw new DomainError('AddressNotAllowed', { textKey: 'transfers.recipientNotSaved' });
  }
}

function isRecipientAllowed(parties: TransferParties): boolean {
  return parties.isRecipientSaved || !isAllowListOn(parties, new Date());
}

/**
 * Says whether this transfer takes the day's sum to new recipients above the person's limit.
 * @throws DomainError TransferPaused for a day after a change of protection: to a new recipient, or above the limit to anybody
 */
export function judgeDay(
  services: PriceSource,
  options: { parties: TransferParties; amount: Amount; sent: SentToday; limit: Amount },
): { isAboveLimit: boolean } {
  const { parties, amount, sent, limit } = options;
  const price = priceOf(services, amount.asset)?.price;
  const isAbove = (
    sentBefore: { same: bigint; others: bigint },
    { minorUnits: limitUsd } = limit,
  ): boolean => {
    // Without a price, nothing shows that the limit is kept.
    if (price === undefined) return true;
    const same = amountOf(amount.asset, sentBefore.same + amount.minorUnits);
    return valueInUsd(same, price, 'up').minorUnits + sentBefore.others > limitUsd;
  };
  const toAnybody = { same: sent.toAnybody, others: sent.othersToAnybody };
  const toNewRecipients = { same: sent.toNewRecipients, others: sent.othersToNewRecipients };
  const { isRecipientKnown, protectionChangedAt } = parties;
  if (protectionChangedAt !== null && (!isRecipientKnown || isAbove(toAnybody, pausedLimit(limit)))) {
    const until = new Date(protectionChangedAt.getTime() + limits.withdrawalWaitMs);
    throw new DomainError('TransferPaused', { until });
  }
  return { isAboveLimit: !isRecipientKnown && isAbove(toNewRecipients) };
}

/** A raised limit must not help an intruder who has just got in by a reset. */
function pausedLimit(limit: Amount): Amount {
  const usual = parseAmount('USD', limits.transferLimitUsd);
  return usual !== undefined && usual.minorUnits < limit.minorUnits ? usual : limit;
}
