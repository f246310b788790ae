import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { deleteAccount as deleteAccountEndpoint } from '@mercury/contract/api/users.ts';
import { leastWithdrawal } from '@mercury/contract/money/fee.ts';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import type { AccountPart } from '../../account-part.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { one } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import type { RequestContext, Session } from '../../http/caller.ts';
import { lockBalances, post, type AssetBalance, type PostingEntry } from '../../ledger/ledger.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import type { Services } from '../../services.ts';
import type { BusinessSettings } from '../../settings/registry.ts';
import { networkFeeOf } from '../../withdrawal-settings.ts';
import { checkPassword, requireTwoFactorCode } from '../factors/check-proof.ts';
import { forgetPerson } from '../person/forget-person.ts';
import { lockCheckedUser, lockRow } from '../person/locks.ts';
import { getUser } from '../person/person.ts';
import { endSessions } from '../sessions/end-sessions.ts';

/**
 * Keeps the books, removes personal data and ends every session. Locks the account's row, then its balances, before it
 * reads them, and closes both in the same commit: nothing can arrive in between or afterwards.
 * @throws DomainError WrongPassword, TwoFactorCodeRequired, InvalidTwoFactorCode, AccountHasMoney,
 * AccountHasUnfinishedTransactions, RateLimitExceeded, Busy
 */
export async function deleteAccount(
  services: Services,
  {
    session,
    input,
    context,
  }: { session: Session; input: BodyOf<typeof deleteAccountEndpoint>; context: RequestContext },
): Promise<void> {
  const user = await getUser(services.db.kysely, session.userId);
  await checkPassword(services, user, { password: input.password, origin: context });
  await requireTwoFactorCode(services, user, { code: input.twoFactorCode, origin: context });
  const ended = await inTransaction(services.db, async (trx) => {
    const { id: userId, username, email, locale } = await lockCheckedUser(trx, session, user);
    await lockRow(trx, userId, 'leaving');
    const balances = await lockBalances(trx, { userIds: [userId] });
    await verifyNothingIsUnfinished(trx, services.accountParts, { userId, balances });
    const givesUpLeftovers = input.givesUpLeftovers ?? false;
    await settleMoney(trx, services, { userId, balances, givesUpLeftovers });
    await enqueueMail(trx, { userId, email, locale }, { template: 'account-deleted', values: { username } });
    await keepReason(trx, input.reason);
    const ended = await endSessions(trx, { userId, reason: null });
    await forgetPerson(trx, services.accountParts, userId);
    return ended;
  });
  services.events.publish([ended]);
}

/** Money on its way in or out would reach a closed account. */
async function verifyNothingIsUnfinished(
  trx: Transaction,
  accountParts: readonly AccountPart[],
  { userId, balances }: { userId: string; balances: readonly AssetBalance[] },
): Promise<void> {
  const conditions = accountParts.flatMap(({ unfinished }) => (unfinished === undefined ? [] : [unfinished]));
  const { is_unfinished: isUnfinished } = one(
    await trx.client.query<{ is_unfinished: boolean | null }>(
      `select ${conditions.map((condition) => `(${condition})`).join(' or ')} as is_unfinished`,
      [userId],
    ),
  );
  // Null is not known, and so not finished.
  if (isUnfinished !== false || balances.some(({ held }) => held > 0n)) {
    throw new DomainError('AccountHasUnfinishedTransactions');
  }
}

async function settleMoney(
  trx: Transaction,
  { settings: { current } }: Services,
  {
    userId,
    balances,
    givesUpLeftovers,
  }: { userId: string; balances: readonly AssetBalance[]; givesUpLeftovers: boolean },
): Promise<void> {
  const leftovers = balances.filter(({ available }) => available > 0n);
  if (leftovers.length === 0) return;
  const isTooLittle = leftovers.every((leftover) => isLeftover(current, leftover));
  if (!givesUpLeftovers || !isTooLittle) throw new DomainError('AccountHasMoney');
  await giveUpLeftovers(trx, userId, leftovers);
}

/** Too little to withdraw. */
function isLeftover(
  settings: Pick<BusinessSettings, 'networkFees'>,
  { asset, available }: AssetBalance,
): boolean {
  return available < leastWithdrawal(asset, networkFeeOf(settings, asset)).minorUnits;
}

/** Moves the given-up balances to the house in one transfer. Writes no history row: its reader is leaving. */
async function giveUpLeftovers(
  trx: Transaction,
  userId: string,
  leftovers: readonly AssetBalance[],
): Promise<void> {
  const entries = leftovers.flatMap(({ asset, available }): PostingEntry[] => [
    { account: { owner: userId, asset, kind: 'available' }, amount: -available },
    { account: { owner: 'house', asset, kind: 'fees' }, amount: available },
  ]);
  const [outcome] = await post(trx, [{ transferId: uuidv7(), kind: 'adjustment', entries }]);
  if (outcome?.isPosted !== true) throw new Error(`the leftovers of ${userId} could not be given up`);
}

/** Anonymous: the random id and the bare date don't lead to the account that was deleted in the same moment. */
async function keepReason(trx: Transaction, reason: string | undefined): Promise<void> {
  if (reason === undefined || reason === '') return;
  await trx.client.query(
    `insert into account_deletion (id, reason, created_at) values ($1, $2, date_trunc('day', now()))`,
    [uuidv4(), reason],
  );
}
