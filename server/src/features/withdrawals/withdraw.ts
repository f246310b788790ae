import { createHash } from 'node:crypto';
import type { BodyOf, ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { withdraw as withdrawEndpoint } from '@mercury/contract/api/withdrawals.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Origin, Session } from '../../http/caller.ts';
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
import { logUnusual, type UnusualKind } from '../security/unusual.ts';
import { checkCodeInTransaction } from '../two-factor/check-code.ts';
import type { UserRow } from '../users/find-user.ts';
import { lockUser } from '../users/lock-user.ts';
import { arrangeNext } from './arrange-next.ts';
import { draftOf, insertWithdrawal } from './draft.ts';
import { codeStepOf, nextStepOf, requireAllowed, requireProof, verificationOf } from './permit.ts';
import { findCircumstances, findPending, isInternalAddress, type Circumstances } from './queries.ts';
import { readOrder, requireTerms, type WithdrawalOrder } from './read-order.ts';
import { recordOfWithdrawal } from './record.ts';
import { tellNewNetwork } from './tell-new-network.ts';
import { contextOf, presentWithdrawn } from './withdraw-reply.ts';

type WithdrawInput = BodyOf<typeof withdrawEndpoint>;

export interface WithdrawRequest {
  readonly session: Session;
  readonly origin: Origin;
  readonly input: WithdrawInput;
  readonly idempotencyKey: string | undefined;
}

/** A wrong code is refused after the commit, so that its try stays counted. */
type Attempt = { readonly told?: UnusualKind | undefined } & (
  | { readonly isRefused: false; readonly isRepeat: boolean; readonly receipt: Receipt }
  | { readonly isRefused: true; readonly refusal: DomainError }
);

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
  const claim = {
    ownerId: userId,
    // The books know a person's keys of all calls: the same key elsewhere names another intent. A caller without a key of
    // its own gets one that nobody repeats.
    key: `withdraw ${request.idempotencyKey ?? uuidv7()}`,
    fingerprint: fingerprintOf(request.input),
  };
  // Before anything is asked that may be otherwise by now, such as what the operator offers.
  const hasKey = request.idempotencyKey !== undefined;
  const earlier = hasKey ? await findRepeat(services.db.pool, claim) : undefined;
  if (earlier !== undefined) return presentWithdrawn(services, userId, receiptOf(earlier));
  const order = readOrder(services, request.input);
  const attempt = await inTransaction(services.db, (trx) =>
    tryWithdrawal(trx, services, { request, order, claim }),
  );
  logUnusual(services.log, userId, attempt.told);
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
  requireTerms(services, order, request.input.fee);
  refuseFrozen(user);
  const circumstances = await permit(trx, services, { request, order, user });
  const verification = verificationOf(services, user);
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
  if (!outcome.isPosted || outcome.isRepeat) return answered(outcome);
  await refuseInternal(trx, services, order);
  const withdrawal = await insertWithdrawal(trx, { draft, isConfirmed });
  await arrangeNext(trx, services, { user, withdrawal });
  return { ...answered(outcome), told: await tellNewNetwork(trx, user, request.origin) };
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

/** The same input, however its JSON was written. A code and a fee that was shown are no part of what is asked for. */
function fingerprintOf({ twoFactorCode: _code, fee: _shown, ...asked }: WithdrawInput): string {
  const fields = Object.entries(asked).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify(['withdraw', fields]))
    .digest('hex');
}

function answered(outcome: PostingOutcome): Attempt {
  const receipt = receiptOf(outcome);
  return { isRefused: false, isRepeat: outcome.isPosted && outcome.isRepeat, receipt };
}

/** @throws DomainError InsufficientBalance, IdempotencyKeyReused */
function receiptOf(outcome: PostingOutcome): Receipt {
  if (outcome.isPosted) return outcome.receipt;
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
