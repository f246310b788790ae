import { createHash } from 'node:crypto';
import type { BodyOf, ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { withdraw as withdrawEndpoint } from '@mercury/contract/api/withdrawals.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../http/caller.ts';
import {
  hold,
  findRepeat,
  type IdempotencyClaim,
  type PostingOutcome,
  type Receipt,
} from '../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import { refuseFrozen } from '../auth/is-frozen.ts';
import { usdCentsOf } from '../market/price-of.ts';
import { checkTwoFactorCode } from '../two-factor/check-code.ts';
import type { UserRow } from '../users/find-user.ts';
import { lockUser } from '../users/lock-user.ts';
import { arrangeNext } from './arrange-next.ts';
import { draftOf, insertWithdrawal } from './draft.ts';
import { codeStepOf, nextStepOf, requireAllowed, requireProof, verificationOf } from './permit.ts';
import { findCircumstances, findPending, isInternalAddress, type Circumstances } from './queries.ts';
import { readOrder, type WithdrawalOrder } from './read-order.ts';
import { recordOfWithdrawal } from './record.ts';
import { contextOf, presentWithdrawn } from './withdraw-reply.ts';

type WithdrawInput = BodyOf<typeof withdrawEndpoint>;

export interface WithdrawRequest {
  readonly session: Session;
  readonly input: WithdrawInput;
  readonly idempotencyKey: string | undefined;
}

/** A wrong code is refused after the commit, so that its try stays counted. */
type Attempt =
  | { readonly isRefused: false; readonly isRepeat: boolean; readonly receipt: Receipt }
  | { readonly isRefused: true; readonly refusal: DomainError };

/**
 * Sets an amount aside to be paid out: the hold with its key, the withdrawal, its row of history and the job or mail that
 * comes next are one commit. A repeat of the key is answered as the first call was, and spends no code.
 * @throws DomainError for what the rules of money or of the account refuse; nothing is held then.
 */
export async function withdraw(
  services: Services,
  request: WithdrawRequest,
): Promise<ReplyOf<typeof withdrawEndpoint>> {
  const { userId } = request.session;
  const order = readOrder(services, request.input);
  const claim = {
    ownerId: userId,
    // The books know a person's keys of all calls: the same key elsewhere names another intent. A caller without a key of
    // its own gets one that nobody repeats.
    key: `withdraw ${request.idempotencyKey ?? uuidv7()}`,
    fingerprint: fingerprintOf(request.input),
  };
  const attempt = await inTransaction(services.db, (trx) =>
    tryWithdrawal(trx, services, { request, order, claim }),
  );
  if (attempt.isRefused) throw attempt.refusal;
  if (!attempt.isRepeat) services.events.publish([{ userId, topics: ['balance', 'transactions'] }]);
  return presentWithdrawn(services, userId, attempt.receipt);
}

interface AttemptInput {
  readonly request: WithdrawRequest;
  readonly order: WithdrawalOrder;
  readonly claim: Omit<IdempotencyClaim, 'context'>;
}

async function tryWithdrawal(
  trx: Transaction,
  services: Services,
  { request, order, claim }: AttemptInput,
): Promise<Attempt> {
  // Under the person's row callers take turns, so that a repeat finds what the first call has done.
  const user = await lockUser(trx, request.session);
  const earlier = await findRepeat(trx.client, claim);
  if (earlier !== undefined) return answered(earlier);
  refuseFrozen(user);
  const circumstances = await permit(trx, services, { request, order, user });
  const verification = verificationOf(services, user);
  requireProof(services, { session: request.session, verification });
  const code = verification === 'app' ? request.input.twoFactorCode : undefined;
  const refusal = await refusalOfCode(trx, services, { userId: user.id, code });
  if (refusal !== undefined) return { isRefused: true, refusal };
  const isConfirmed = verification === null || code !== undefined;
  const step = isConfirmed ? nextStepOf(services, circumstances) : codeStepOf(circumstances);
  const draft = draftOf(services, { user, order, verification, step });
  const outcome = await hold(trx, {
    holdId: draft.hold_id,
    owner: user.id,
    asset: draft.asset,
    amount: draft.amount,
    referenceId: draft.id,
    idempotency: {
      ...claim,
      context: contextOf(services, {
        draft,
        walletAddress: user.address,
        pending: await findPending(trx, user.id, draft.asset),
      }),
    },
    records: [{ ...recordOfWithdrawal(draft, step.state), ...usdValueOf(services, order) }],
  });
  if (outcome.isPosted && !outcome.isRepeat) {
    await refuseInternal(trx, services, order);
    const withdrawal = await insertWithdrawal(trx, { draft, isConfirmed });
    await arrangeNext(trx, services, { user, withdrawal });
  }
  return answered(outcome);
}

/** @throws DomainError AddressNotAllowed */
async function permit(
  trx: Transaction,
  services: Services,
  { order, user }: { request: WithdrawRequest; order: WithdrawalOrder; user: UserRow },
): Promise<Circumstances> {
  const { destination, amount } = order;
  const circumstances = await findCircumstances(trx, { userId: user.id, asset: amount.asset, destination });
  requireAllowed(services, { user, circumstances });
  return circumstances;
}

/**
 * Asked last, since it tells that somebody here has the address: only whoever has the money and showed the proof learns it.
 * What is held by then is given back with the transaction.
 * @throws DomainError AddressIsInternal
 */
async function refuseInternal(
  trx: Transaction,
  { config }: Services,
  { destination }: WithdrawalOrder,
): Promise<void> {
  if (await isInternalAddress(trx.client, config, destination.address)) {
    throw new DomainError('AddressIsInternal');
  }
}

async function refusalOfCode(
  trx: Transaction,
  { secretBox }: Services,
  { userId, code }: { userId: string; code: string | undefined },
): Promise<DomainError | undefined> {
  if (code === undefined) return undefined;
  try {
    await checkTwoFactorCode({ db: { pool: trx.client }, secretBox }, { userId, code });
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

/** The same input, however its JSON was written. A code is no part of what is asked for, only of who asks. */
function fingerprintOf({ twoFactorCode: _code, ...asked }: WithdrawInput): string {
  const fields = Object.entries(asked).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify(['withdraw', fields]))
    .digest('hex');
}

function answered(outcome: PostingOutcome): Attempt {
  if (outcome.isPosted) return { isRefused: false, isRepeat: outcome.isRepeat, receipt: outcome.receipt };
  switch (outcome.refusal) {
    case 'InsufficientBalance':
    case 'IdempotencyKeyReused':
      throw new DomainError(outcome.refusal);
    case 'AccountClosed':
    case 'SenderFrozen':
    case 'HoldNotOpen':
    case 'NotReversible':
      throw new Error(`a hold was refused as ${outcome.refusal}`);
    default:
      return outcome.refusal satisfies never;
  }
}

function usdValueOf(services: Services, { amount }: WithdrawalOrder): { usdValue?: bigint } {
  const usdCents = usdCentsOf(services, amount);
  return usdCents === undefined ? {} : { usdValue: usdCents };
}
