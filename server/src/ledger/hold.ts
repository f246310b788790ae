import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Transaction } from '../db/database.ts';
import { maybeOne } from '../db/rows.ts';
import { findRepeat } from './idempotency.ts';
import { postOneAny } from './post.ts';
import type { AnyEntry } from './posting.ts';
import type {
  AccountRef,
  HoldRequest,
  IdempotencyKey,
  PostingOutcome,
  Refusal,
  ReleaseRequest,
  ReverseRequest,
  SettleRequest,
} from './types.ts';

/** Sets available money aside. Refused with InsufficientBalance if there is too little. */
export async function hold(trx: Transaction, request: HoldRequest): Promise<PostingOutcome> {
  const { holdId, owner, asset, amount, referenceId, idempotency, records } = request;
  return postOneAny(trx, {
    transferId: holdId,
    kind: 'hold',
    referenceId,
    entries: [
      { account: { owner, asset, kind: 'available' }, amount: -amount },
      { account: { owner, asset, kind: 'held' }, amount },
    ],
    idempotency,
    records,
  });
}

/** Spends a hold. Refused with HoldNotOpen if there is no such open hold. */
export async function settle(trx: Transaction, request: SettleRequest): Promise<PostingOutcome> {
  const { holdId, to, ...posting } = request;
  const held = await findOpenHold(trx, holdId);
  if (held === undefined) return refuseOrRepeat(trx, request.idempotency, 'HoldNotOpen');
  return postOneAny(trx, {
    ...posting,
    closesHoldId: holdId,
    referenceId: held.referenceId,
    entries: [heldEntry(held), ...to],
  });
}

/** Gives the whole hold back. Refused with HoldNotOpen if there is no such open hold. */
export async function release(trx: Transaction, request: ReleaseRequest): Promise<PostingOutcome> {
  const { holdId, ...posting } = request;
  const held = await findOpenHold(trx, holdId);
  if (held === undefined) return refuseOrRepeat(trx, request.idempotency, 'HoldNotOpen');
  const { owner, asset, amount, referenceId } = held;
  return postOneAny(trx, {
    ...posting,
    kind: 'release',
    closesHoldId: holdId,
    referenceId,
    entries: [heldEntry(held), { account: { owner, asset, kind: 'available' }, amount }],
  });
}

/** Mirrors a transfer. Refused with InsufficientBalance if the recipient has spent the money. */
export async function reverse(trx: Transaction, request: ReverseRequest): Promise<PostingOutcome> {
  const { transferId, reversalId, ...posting } = request;
  const entries = await mirrorEntries(trx, transferId);
  if (entries === undefined) return refuseOrRepeat(trx, request.idempotency, 'NotReversible');
  return postOneAny(trx, {
    ...posting,
    transferId: reversalId,
    kind: 'reversal',
    reversesId: transferId,
    entries,
  });
}

interface Held {
  readonly owner: string;
  readonly asset: AssetCode;
  readonly amount: bigint;
  readonly referenceId: string | undefined;
}

/** Two concurrent callers both find the hold open; the posting then lets only one of them close it. */
async function findOpenHold(trx: Transaction, holdId: string): Promise<Held | undefined> {
  const row = maybeOne(
    await trx.client.query<{
      owner_id: string;
      asset: AssetCode;
      amount: bigint;
      reference_id: string | null;
    }>(
      `select account.owner_id, account.asset, hold.amount, hold.reference_id
     from hold join account on account.id = hold.held_account_id
     where hold.id = $1 and hold.state = 'open'`,
      [holdId],
    ),
  );
  return (
    row && {
      owner: row.owner_id,
      asset: row.asset,
      amount: row.amount,
      referenceId: row.reference_id ?? undefined,
    }
  );
}

function heldEntry({ owner, asset, amount }: Held): AnyEntry {
  return { account: { owner, asset, kind: 'held' }, amount: -amount };
}

async function refuseOrRepeat(
  trx: Transaction,
  idempotency: IdempotencyKey | undefined,
  refusal: Refusal,
): Promise<PostingOutcome> {
  const repeat = idempotency && (await findRepeat(trx.client, idempotency));
  return repeat ?? { isPosted: false, refusal };
}

/** The entries with opposite signs; undefined if the transfer may not be reversed. */
async function mirrorEntries(trx: Transaction, transferId: string): Promise<AnyEntry[] | undefined> {
  const { rows } = await trx.client.query<{
    owner_id: string | null;
    asset: AssetCode;
    kind: AccountRef['kind'] | 'held';
    amount: bigint;
  }>(
    `select account.owner_id, account.asset, account.kind, entry.amount
     from transfer
     join entry on entry.transfer_id = transfer.id
     join account on account.id = entry.account_id
     where transfer.id = $1 and transfer.kind not in ('hold', 'release', 'reversal')
     order by entry.line`,
    [transferId],
  );
  if (rows.length === 0 || rows.some(({ kind }) => kind === 'held')) return undefined;
  return rows.map(({ owner_id, asset, kind, amount }) => ({
    // The table's CHECK pairs a kind with its owner; a row type cannot express that.
    account: { owner: owner_id ?? 'house', asset, kind } as AccountRef,
    amount: -amount,
  }));
}
