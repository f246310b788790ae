import type { BodyOf, ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { withdraw as withdrawEndpoint } from '@mercury/contract/api/withdrawals.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Origin, Session } from '../../http/caller.ts';
import { logUnusual, type UnusualKind } from '../../identity/events/unusual.ts';
import { checkCodeInTransaction } from '../../identity/factors/check-code.ts';
import { refuseFrozen } from '../../identity/person/frozen.ts';
import { lockPerson } from '../../identity/person/locks.ts';
import type { UserRow } from '../../identity/person/person.ts';
import {
  findReply,
  hold,
  idempotencyKey,
  replyTo,
  storeReply,
  type IdempotencyKey,
  type PostingOutcome,
  type Receipt,
} from '../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import { atOneVersion } from '../../settings/settings.ts';
import { findLevelRefusal, type LevelUse } from '../levels/level-use.ts';
import { limitedUsdValueOf, usdValueOf } from '../market/price-of.ts';
import { arrangeNext } from './arrange-next.ts';
import { draftOf, insertWithdrawal } from './draft.ts';
import { codeStepOf, nextStepOf, requireAllowed, requireProof, verificationOf } from './permit.ts';
import { findPending, findStanding, isInternalAddress, type Circumstances } from './queries.ts';
import { readOrder, requireTerms, type WithdrawalOrder } from './read-order.ts';
import { recordOfWithdrawal } from './record.ts';
import { tellNewNetwork } from './tell-new-network.ts';
import { presentWithdrawn } from './withdraw-reply.ts';

type WithdrawReply = ReplyOf<typeof withdrawEndpoint>;

export interface WithdrawRequest {
  readonly session: Session;
  readonly origin: Origin;
  readonly input: BodyOf<typeof withdrawEndpoint>;
  readonly idempotencyKey: string | undefined;
}

/** A wrong code throws after the commit, so that the try stays counted. */
type Attempt = { readonly told?: UnusualKind | undefined } & (
  | { readonly isRefused: false; readonly isRepeat: boolean; readonly reply: WithdrawReply }
  | { readonly isRefused: true; readonly refusal: DomainError }
);

/**
 * Holds an amount for the payout. The hold, the withdrawal, its row of history, the next job or mail, and the key with the reply
 * are one commit. A repeat of the key gets the first reply and uses no code.
 * @throws DomainError when a rule of money or of the account refuses; nothing is held then.
 */
export async function withdraw(present: Services, request: WithdrawRequest): Promise<WithdrawReply> {
  const services = atOneVersion(present);
  const { userId } = request.session;
  const key = keyOf(request);
  const order = await readOrderOrReply(services, { input: request.input, key });
  if ('earlier' in order) return readReply(order.earlier);
  const attempt = await inTransaction(services.db, (trx) =>
    tryWithdrawal(trx, services, { request, order, key }),
  );
  logUnusual(services.log, userId, attempt.told);
  if (attempt.isRefused) throw attempt.refusal;
  if (!attempt.isRepeat)
    services.events.publish([
      { userId, topics: ['balance', 'transactions'] },
      { consoleTopics: ['withdrawals'] },
    ]);
  return attempt.reply;
}

/**
 * An order that is refused may be a repeat: what the operator offers may have changed since the first call. Any other repeat is
 * found once it is its turn.
 */
async function readOrderOrReply(
  services: Services,
  { input, key }: { input: WithdrawRequest['input']; key: IdempotencyKey | undefined },
): Promise<WithdrawalOrder | { readonly earlier: unknown }> {
  try {
    return readOrder(services, input);
  } catch (refusal) {
    const earlier = key && (await findReply(services.db.pool, key));
    if (earlier === undefined) throw refusal;
    return { earlier };
  }
}

interface AttemptInput {
  readonly request: WithdrawRequest;
  readonly order: WithdrawalOrder;
  readonly key: IdempotencyKey | undefined;
}

async function tryWithdrawal(
  trx: Transaction,
  services: Services,
  { request, order, key }: AttemptInput,
): Promise<Attempt> {
  const { user, circumstances, level, earlier } = await lockStanding(trx, { request, order, key });
  if (earlier !== undefined) return { isRefused: false, isRepeat: true, reply: readReply(earlier) };
  requireTerms(services, order, request.input.fee);
  refuseFrozen(user);
  const isProgram = request.session.isProgram === true;
  requireAllowed(services, { user, circumstances, isProgram });
  const usd = limitedUsdValueOf(services, order.amount);
  await requireLevelRoom(trx, { userId: user.id, level, usd });
  const verification = verificationOf(services, { user, isProgram });
  requireProof(services, { session: request.session, verification });
  const code = verification === 'app' ? request.input.twoFactorCode : undefined;
  if (code !== undefined) {
    const shown = { userId: user.id, code, origin: request.origin };
    const { refusal, told } = await checkCodeInTransaction(trx, services, shown);
    if (refusal !== undefined) return { isRefused: true, refusal, told };
  }
  const isConfirmed = verification === null || code !== undefined;
  const step = isConfirmed ? nextStepOf(services, circumstances) : codeStepOf(circumstances);
  const draft = draftOf(services, { user, order, verification, step });
  const usdValue = usdValueOf(services, order.amount);
  const outcome = await hold(trx, {
    holdId: draft.hold_id,
    owner: user.id,
    asset: draft.asset,
    amount: draft.amount,
    referenceId: draft.id,
    records: [
      {
        ...recordOfWithdrawal(draft, step.state),
        ...(usdValue === undefined ? {} : { usdValue }),
      },
    ],
  });
  const receipt = receiptOf(outcome);
  await refuseInternal(trx, services, order);
  const withdrawal = await insertWithdrawal(trx, { draft, isConfirmed });
  await arrangeNext(trx, services, { user, withdrawal });
  // The person named the networks of a program.
  const told = isProgram ? undefined : await tellNewNetwork(trx, user, request.origin);
  // After the hold: it has locked the account, so nothing incoming is credited between the two.
  const pending = await findPending(trx, user.id, draft.asset);
  const reply = presentWithdrawn(services, { user, draft, receipt, pending, usdValue });
  if (key !== undefined) await storeReply(trx, key, reply);
  return { isRefused: false, isRepeat: false, reply, told };
}

interface LockedStanding {
  readonly user: UserRow;
  readonly circumstances: Circumstances;
  /** What is left of what they may withdraw. */
  readonly level: LevelUse | null;
  /** The reply to the first call under the key. */
  readonly earlier: unknown;
}

/**
 * Calls take turns at the person's row, so a repeat finds what the first call did.
 * @throws DomainError Unauthenticated, IdempotencyKeyReused
 */
async function lockStanding(
  trx: Transaction,
  { request: { session }, order: { amount, destination }, key }: AttemptInput,
): Promise<LockedStanding> {
  const user = await lockPerson(trx, session.userId);
  const { is_caller_live, earlier, level, ...circumstances } = await findStanding(trx, {
    userId: session.userId,
    asset: amount.asset,
    destination,
    session,
    key,
  });
  if (user === undefined || !is_caller_live) throw new DomainError('Unauthenticated');
  return { user, circumstances, level, earlier: key && earlier ? replyTo(key, earlier) : undefined };
}

/** At the price of the moment. Concurrent calls take turns at the person's row. @throws DomainError LevelLimitReached, PriceMissing */
async function requireLevelRoom(
  { client }: Transaction,
  { userId, level, usd }: { userId: string; level: LevelUse | null; usd: bigint | undefined },
): Promise<void> {
  const refusal = await findLevelRefusal(client, { userId, kind: 'withdrawal', use: level, usd });
  if (refusal !== undefined) throw refusal;
}

/**
 * Runs last, because the refusal tells that an account here has the address: only a caller with the money and the proof may
 * learn it. The refusal rolls the hold back.
 * @throws DomainError AddressIsInternal
 */
async function refuseInternal(
  trx: Transaction,
  { settings }: Services,
  { destination }: WithdrawalOrder,
): Promise<void> {
  if (await isInternalAddress(trx.client, settings.current, destination.address)) {
    throw new DomainError('AddressIsInternal');
  }
}

function keyOf({ session, input, idempotencyKey: key }: WithdrawRequest): IdempotencyKey | undefined {
  if (key === undefined) return undefined;
  // The code and the shown fee are not part of the request that a repeat must match.
  const { twoFactorCode: _code, fee: _shown, ...asked } = input;
  return idempotencyKey({ ownerId: session.userId, call: 'withdraw', key, input: asked });
}

function readReply(stored: unknown): WithdrawReply {
  return withdrawEndpoint.reply.parse(stored);
}

/** @throws DomainError InsufficientBalance */
function receiptOf(outcome: PostingOutcome): Receipt {
  if (outcome.isPosted) return outcome.receipt;
  switch (outcome.refusal) {
    case 'InsufficientBalance':
      throw new DomainError(outcome.refusal);
    case 'IdempotencyKeyReused':
    case 'AccountClosed':
    case 'SenderFrozen':
    case 'HoldNotOpen':
    case 'NotReversible':
      throw new Error(`a hold was refused as ${outcome.refusal}`);
    default:
      return outcome.refusal satisfies never;
  }
}
