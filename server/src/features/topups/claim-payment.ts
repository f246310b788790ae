import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { claimTopUp } from '@mercury/contract/api/wallets.ts';
import { amountOf } from '@mercury/contract/money/amount.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { one } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import { lockPerson } from '../../identity/person/locks.ts';
import { idempotencyKey, lockBalances, once, post, type IdempotencyKey } from '../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import { priceOf } from '../market/price-of.ts';
import { nothingBehind, presentTransaction, type TransactionRow } from '../transactions/present.ts';
import { presentWallet } from '../wallet/present.ts';
import { moneyOnItsWay, sumOnItsWay, type MoneyOnItsWay } from '../wallet/money-on-its-way.ts';
import { creditPosting, mailCredit } from './complete-top-up.ts';
import { findClaimablePayment, type PaymentRow } from './payment-queries.ts';
import { lockTopUp, type TopUpRow } from './queries.ts';
import { creditAssetOf, type Credit } from './record.ts';

type ClaimReply = ReplyOf<typeof claimTopUp>;

export interface ClaimRequest {
  readonly userId: string;
  /** The row of history that offers it. */
  readonly transactionId: string;
  readonly idempotencyKey: string | undefined;
}

/**
 * Credits a payment that its top-up did not count, once, with the offered amount. A repeat of the key gets the first reply.
 * @throws DomainError NotFound, NothingToClaim, IdempotencyKeyReused, Unauthenticated.
 */
export async function claimPayment(services: Services, request: ClaimRequest): Promise<ClaimReply> {
  const { reply, isRepeat } = await inTransaction(services.db, async (trx) => {
    const claimant = await lockClaimant(trx, request.userId);
    const { topUp, payment } = await lockClaim(trx, request);
    return once(trx, keyOf(request), {
      effect: async () => {
        if (payment.transfer_id !== null) throw new DomainError('NothingToClaim');
        return credit(trx, services, { request, claimant, topUp, payment });
      },
      read: (stored) => claimTopUp.reply.parse(stored),
    });
  });
  if (!isRepeat) {
    services.events.publish([{ userId: request.userId, topics: ['balance', 'transactions', 'notices'] }]);
  }
  return reply;
}

function keyOf({ userId, transactionId, idempotencyKey: key }: ClaimRequest): IdempotencyKey | undefined {
  if (key === undefined) return undefined;
  return idempotencyKey({ ownerId: userId, call: 'claim', key, input: { transactionId } });
}

interface Claimant {
  readonly address: string;
  readonly on_their_way: readonly MoneyOnItsWay[];
}

/** A caller who has left is no longer signed in. The lock keeps the person from leaving before the commit. */
async function lockClaimant(trx: Transaction, userId: string): Promise<Claimant> {
  const person = await lockPerson(trx, userId, 'share');
  if (person === undefined) throw new DomainError('Unauthenticated');
  const { on_their_way } = one(
    await trx.client.query<Pick<Claimant, 'on_their_way'>>(
      `select ${moneyOnItsWay('$1::uuid')} as on_their_way`,
      [userId],
    ),
  );
  return { address: person.address, on_their_way };
}

/** Two claims of one payment take turns at the top-up's row; the second finds the payment claimed. */
async function lockClaim(
  trx: Transaction,
  request: ClaimRequest,
): Promise<{ topUp: TopUpRow; payment: PaymentRow }> {
  const { userId, transactionId } = request;
  const found = await findClaimablePayment(trx.client, { userId, transactionId });
  if (found === undefined) throw new DomainError(await refusalOf(trx, request));
  const topUp = await lockTopUp(trx.client, found.topup_id);
  // Read again under the lock: no other call can change it now.
  const payment = await findClaimablePayment(trx.client, { userId, transactionId });
  if (topUp === undefined || payment === undefined) throw new Error(`payment ${found.id} is gone`);
  return { topUp, payment };
}

/** A row of history without an offer still exists, so it is not NotFound. */
async function refusalOf(
  trx: Transaction,
  { userId, transactionId }: ClaimRequest,
): Promise<'NotFound' | 'NothingToClaim'> {
  const { rowCount } = await trx.client.query(
    'select from wallet_transaction where id = $1 and user_id = $2',
    [transactionId, userId],
  );
  return rowCount === 1 ? 'NothingToClaim' : 'NotFound';
}

async function credit(
  trx: Transaction,
  services: Services,
  claim: { request: ClaimRequest; claimant: Claimant; topUp: TopUpRow; payment: PaymentRow },
): Promise<ClaimReply> {
  const { request, claimant, topUp, payment } = claim;
  const asset = creditAssetOf(topUp);
  const credit = offeredCredit(payment);
  const transferId = uuidv7();
  // Lock the accounts before the posting, which goes on to the house's positions: accounts always come first.
  const before = await lockBalances(trx, { userIds: [request.userId] });
  const [outcome] = await post(trx, [
    {
      ...creditPosting(topUp, {
        transferId,
        credit,
        received: [amountOf(payment.asset, payment.amount)],
      }),
      records: [
        {
          id: request.transactionId,
          userId: request.userId,
          type: 'TOPUP',
          asset,
          amount: credit.amount,
          direction: 'in',
          status: 'COMPLETED',
          state: 'completed',
          referenceId: topUp.id,
          usdValue: credit.usd,
        },
      ],
    },
  ]);
  if (outcome?.isPosted !== true) throw new Error(`the claim of payment ${payment.id} was refused`);
  const after = outcome.receipt.balances.find((each) => each.asset === asset);
  if (after === undefined) throw new Error('a credit left no balance');
  const held = before.find((each) => each.asset === asset)?.held ?? 0n;
  await trx.kysely
    .updateTable('topup_payment')
    .set({ transfer_id: transferId })
    .where('id', '=', payment.id)
    .execute();
  await mailCredit(trx, topUp, { transactionId: request.transactionId, credit });
  return {
    success: true,
    transaction: presentTransaction(await findRow(trx, request.transactionId)),
    wallet: presentWallet({
      userId: request.userId,
      walletAddress: claimant.address,
      holding: {
        asset,
        available: BigInt(after.balance),
        inOrders: BigInt(after.reserved ?? '0'),
        held,
        pending: sumOnItsWay(claimant.on_their_way, asset),
      },
      known: priceOf(services, asset),
      rail: services.rail,
    }),
  };
}

function offeredCredit({ id, final_usd: usd, final_credit: amount }: PaymentRow): Credit {
  if (usd === null || amount === null) throw new Error(`payment ${id} is offered without a worth`);
  return { amount, usd };
}

async function findRow(trx: Transaction, id: string): Promise<TransactionRow> {
  const row = await trx.kysely
    .selectFrom('wallet_transaction')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...row, ...nothingBehind };
}
