import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { setTransferLimit as setTransferLimitEndpoint } from '@mercury/contract/api/wallets.ts';
import { limits } from '@mercury/contract/limits.ts';
import { amountOf, parseAmountOutside, type Amount } from '@mercury/contract/money/amount.ts';
import { inTransaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Origin, Session } from '../../http/caller.ts';
import { tellPerson } from '../../identity/events/tell-person.ts';
import { lockCaller } from '../../identity/person/locks.ts';
import type { UserRow } from '../../identity/person/person.ts';
import type { Services } from '../../services.ts';

/** US dollars that may go to new recipients within a day without a proof: the person's own limit, or the product's default. */
export function transferLimitOf({ transfer_limit_usd }: Pick<UserRow, 'transfer_limit_usd'>): Amount {
  return transfer_limit_usd === null ? readUsd(limits.transferLimitUsd) : amountOf('USD', transfer_limit_usd);
}

/**
 * Lowers the limit at once. Raising it needs a session with a fresh proof: otherwise the limit would not stop a stolen session.
 * @throws DomainError AmountOutOfRange, ProofRequired
 */
export async function setTransferLimit(
  { db, events }: Services,
  {
    session,
    input,
    origin,
  }: { session: Session; input: BodyOf<typeof setTransferLimitEndpoint>; origin: Origin },
): Promise<Amount> {
  const limit = readUsd(input.amountUsd);
  if (limit.minorUnits > readUsd(limits.transferLimitUsdMax).minorUnits) {
    throw new DomainError('AmountOutOfRange');
  }
  const isChanged = await inTransaction(db, async (trx) => {
    const user = await lockCaller(trx, session);
    const before = transferLimitOf(user).minorUnits;
    if (limit.minorUnits === before) return false;
    const isRaised = limit.minorUnits > before;
    if (isRaised && !session.isProved) throw new DomainError('ProofRequired');
    await trx.kysely
      .updateTable('app_user')
      .set({ transfer_limit_usd: limit.minorUnits })
      .where('id', '=', user.id)
      .execute();
    const kind = isRaised ? 'transfer_limit_raised' : 'transfer_limit_lowered';
    await tellPerson(trx, user, { kind, actor: 'person', origin });
    return true;
  });
  if (isChanged) events.publish([{ userId: session.userId, topics: ['account'] }]);
  return limit;
}

function readUsd(text: string): Amount {
  const amount = parseAmountOutside('USD', text);
  if (amount === undefined) throw new Error(`the contract lets no ${text} through as US dollars`);
  return amount;
}
