import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Transaction } from '../db/database.ts';
import { findRepeat } from './idempotency.ts';
import { postOneAny } from './post.ts';
import type { AnyEntry, AnyPosting } from './posting.ts';
import type {
  AccountRef,
  HoldRequest,
  PostingOutcome,
  ReleaseRequest,
  ReverseRequest,
  SettleRequest,
} from './types.ts';

interface OpenHold {
  readonly owner: string;
  readonly asset: AssetCode;
  readonly amount: bigint;
  readonly referenceId: string | undefined;
}

/** Sets available money aside. Refused with InsufficientBalance where there is too little of it. */
export async function hold(trx: Transaction, request: HoldRequest): Promise<PostingOutcome> {
  const { holdId, owner, asset, amount, referenceId, idempotency, records } = request;
  const outcome = await postOneAny(trx, {
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
  if (outcome.isPosted && !outcome.isRepeat) {
    await trx.client.query(
      `insert into hold (id, available_account_id, held_account_id, amount, reference_id)
       select $1, debit.account_id, credit.account_id, credit.amount, $2
       from entry debit
       join entry credit on credit.transfer_id = debit.transfer_id and credit.line = 2
       where debit.transfer_id = $1 and debit.line = 1`,
      [holdId, referenceId],
    );
  }
  return outcome;
}

/** Spends a hold. Refused with HoldNotOpen where there is none that is open. */
export async function settle(trx: Transaction, request: SettleRequest): Promise<PostingOutcome> {
  return closeHold(trx, request, 'settled', (open) => ({
    transferId: request.transferId,
    kind: request.kind,
    referenceId: open.referenceId,
    entries: [heldEntry(open), ...request.to],
    idempotency: request.idempotency,
    records: request.records,
  }));
}

/** Gives a hold back, whole. Refused with HoldNotOpen where there is none that is open. */
export async function release(trx: Transaction, request: ReleaseRequest): Promise<PostingOutcome> {
  return closeHold(trx, request, 'released', (open) => ({
    transferId: request.transferId,
    kind: 'release',
    referenceId: open.referenceId,
    entries: [
      heldEntry(open),
      { account: { owner: open.owner, asset: open.asset, kind: 'available' }, amount: open.amount },
    ],
    idempotency: request.idempotency,
    records: request.records,
  }));
}

/**
 * Mirrors a transfer. Refused with InsufficientBalance where who received the money has spent it.
 * @public Mistakes are reversed, not erased, though no command of the product asks for it yet.
 */
export async function reverse(trx: Transaction, request: ReverseRequest): Promise<PostingOutcome> {
  const mirror = await mirrorEntries(trx, request.transferId);
  if (!mirror) {
    const repeat = request.idempotency && (await findRepeat(trx.client, request.idempotency));
    return repeat ?? { isPosted: false, refusal: 'NotReversible' };
  }
  return postOneAny(trx, {
    transferId: request.reversalId,
    kind: 'reversal',
    reversesId: request.transferId,
    entries: mirror,
    idempotency: request.idempotency,
    records: request.records,
  });
}

function heldEntry({ owner, asset, amount }: OpenHold): AnyEntry {
  return { account: { owner, asset, kind: 'held' }, amount: -amount };
}

async function closeHold(
  trx: Transaction,
  request: SettleRequest | ReleaseRequest,
  state: 'settled' | 'released',
  closing: (open: OpenHold) => AnyPosting,
): Promise<PostingOutcome> {
  const open = await lockOpenHold(trx, request.holdId);
  if (!open) {
    const repeat = request.idempotency && (await findRepeat(trx.client, request.idempotency));
    return repeat ?? { isPosted: false, refusal: 'HoldNotOpen' };
  }
  const outcome = await postOneAny(trx, closing(open));
  if (outcome.isPosted && !outcome.isRepeat) {
    await trx.client.query(
      `update hold set state = $2, closed_by_transfer_id = $3, closed_at = now() where id = $1`,
      [request.holdId, state, request.transferId],
    );
  }
  return outcome;
}

async function lockOpenHold(trx: Transaction, holdId: string): Promise<OpenHold | undefined> {
  const { rows } = await trx.client.query<{
    owner_id: string;
    asset: AssetCode;
    amount: bigint;
    reference_id: string | null;
  }>(
    `select account.owner_id, account.asset, hold.amount, hold.reference_id
     from hold join account on account.id = hold.held_account_id
     where hold.id = $1 and hold.state = 'open'
     for no key update of hold`,
    [holdId],
  );
  const row = rows[0];
  if (!row) return undefined;
  return {
    owner: row.owner_id,
    asset: row.asset,
    amount: row.amount,
    referenceId: row.reference_id ?? undefined,
  };
}

/** The entries turned round; undefined where the transfer is none that may be reversed. */
async function mirrorEntries(trx: Transaction, transferId: string): Promise<AnyEntry[] | undefined> {
  // The lock makes a second reversal wait here, and then see the first.
  const { rowCount } = await trx.client.query(
    `select from transfer
     where id = $1 and kind not in ('hold', 'release', 'reversal')
     for no key update`,
    [transferId],
  );
  if (rowCount === 0) return undefined;
  const { rows } = await trx.client.query<{
    owner_id: string | null;
    asset: AssetCode;
    kind: AccountRef['kind'] | 'held';
    amount: bigint;
  }>(
    `select account.owner_id, account.asset, account.kind, entry.amount
     from entry join account on account.id = entry.account_id
     where entry.transfer_id = $1
       and not exists (select from transfer reversal where reversal.reverses_id = $1)
     order by entry.line`,
    [transferId],
  );
  if (rows.length === 0 || rows.some(({ kind }) => kind === 'held')) return undefined;
  return rows.map(({ owner_id, asset, kind, amount }) => ({
    // The table's own check pairs a kind with its owner, which a row type can't say.
    account: { owner: owner_id ?? 'house', asset, kind } as AccountRef,
    amount: -amount,
  }));
}
