import { limits } from '@mercury/contract/limits.ts';
import { amountOf, parseAmount, type Amount } from '@mercury/contract/money/amount.ts';
import { valueInUsd } from '@mercury/contract/money/price.ts';
import { DomainError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { isAllowListOn } from '../withdrawals/permit.ts';
import type { SentToday, TransferParties } from './queries.ts';

/** Whether a guard may refuse the transfer or must count it. A known recipient on an ordinary day needs no guard. */
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
 * Whether this transfer takes the day's sum to new recipients above the person's limit.
 * @throws DomainError TransferPaused for a day after a change of protection: to somebody new, or above the limit to anybody
 */
export function judgeDay(
  services: Pick<Services, 'config'>,
  options: { parties: TransferParties; amount: Amount; sent: SentToday; limit: Amount },
): { isAboveLimit: boolean } {
  const { parties, amount, sent, limit } = options;
  const isAbove = (sentBefore: bigint, { minorUnits: limitUsd } = limit): boolean => {
    const all = amountOf(amount.asset, sentBefore + amount.minorUnits);
    return valueInUsd(all, services.config.coinPriceUsd, 'up').minorUnits > limitUsd;
  };
  const { isRecipientKnown, protectionChangedAt } = parties;
  if (protectionChangedAt !== null && (!isRecipientKnown || isAbove(sent.toAnybody, pausedLimit(limit)))) {
    const until = new Date(protectionChangedAt.getTime() + limits.withdrawalWaitMs);
    throw new DomainError('TransferPaused', { until });
  }
  return { isAboveLimit: !isRecipientKnown && isAbove(sent.toNewRecipients) };
}

/** A raised limit must not help an intruder who has just got in by a reset. */
function pausedLimit(limit: Amount): Amount {
  const usual = parseAmount('USD', limits.transferLimitUsd);
  return usual !== undefined && usual.minorUnits < limit.minorUnits ? usual : limit;
}
