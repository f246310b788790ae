import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { AnyEntry, AnyPosting } from '../posting.ts';
import type { Refusal, ReleaseRequest, ReverseRequest, SettleRequest, HoldRequest } from '../types.ts';

/** An outcome as the ledger returns it, without the time. */
export type Expected =
  | { isPosted: false; refusal: Refusal }
  | {
      isPosted: true;
      isRepeat: boolean;
      receipt: { transferId: string; balances: object[]; context: unknown };
    };

interface Held {
  readonly holdId: string;
  readonly owner: string;
  readonly asset: AssetCode;
  readonly amount: bigint;
  isOpen: boolean;
}

/** A model of the ledger without a database. The tests compare the real ledger with it. */
export class Oracle {
  readonly #balances = new Map<string, bigint>();
  readonly #keys = new Map<string, { fingerprint: string; expected: Expected & { isPosted: true } }>();
  readonly #holds: Held[] = [];
  readonly #transfers = new Map<string, readonly AnyEntry[]>();
  readonly #reversible: string[] = [];
  readonly #reversed = new Set<string>();

  post(posting: AnyPosting): Expected {
    const { idempotency, entries, transferId, context = null } = posting;
    const key = idempotency && `${idempotency.ownerId} ${idempotency.key}`;
    const kept = key === undefined ? undefined : this.#keys.get(key);
    if (kept) {
      if (kept.fingerprint !== idempotency?.fingerprint)
        return { isPosted: false, refusal: 'IdempotencyKeyReused' };
      return { ...kept.expected, isRepeat: true };
    }
    const isCovered = entries.every((entry) => isHouse(entry) || this.#after(entry) >= 0n);
    if (!isCovered) return { isPosted: false, refusal: 'InsufficientBalance' };
    const balances = entries.flatMap((entry) => {
      const { owner, asset, kind } = entry.account;
      const balance = this.#after(entry);
      this.#balances.set(accountOf(entry), balance);
      return isHouse(entry) ? [] : [{ owner, asset, kind, balance: balance.toString() }];
    });
    this.#transfers.set(transferId, entries);
    const isHeldMoved = entries.some(({ account }) => account.kind === 'held');
    if (!isHeldMoved && posting.kind !== 'reversal') this.#reversible.push(transferId);
    const receipt = { transferId, balances, context };
    const expected = { isPosted: true, isRepeat: false, receipt } as const;
    if (key !== undefined) this.#keys.set(key, { fingerprint: idempotency?.fingerprint ?? '', expected });
    return expected;
  }

  hold({ holdId, owner, asset, amount }: HoldRequest): Expected {
    const expected = this.post({
      transferId: holdId,
      kind: 'hold',
      entries: [
        { account: { owner, asset, kind: 'available' }, amount: -amount },
        { account: { owner, asset, kind: 'held' }, amount },
      ],
    });
    if (expected.isPosted) this.#holds.push({ holdId, owner, asset, amount, isOpen: true });
    return expected;
  }

  settle({ holdId, transferId, kind, to }: SettleRequest): Expected {
    return this.#close(holdId, (held) => ({ transferId, kind, entries: [heldEntry(held), ...to] }));
  }

  release({ holdId, transferId }: ReleaseRequest): Expected {
    return this.#close(holdId, (held) => {
      const { owner, asset, amount } = held;
      const back = { account: { owner, asset, kind: 'available' }, amount } as const;
      return { transferId, kind: 'release', entries: [heldEntry(held), back] };
    });
  }

  reverse({ transferId, reversalId }: ReverseRequest): Expected {
    const entries = this.#transfers.get(transferId);
    if (!entries || !this.#reversible.includes(transferId) || this.#reversed.has(transferId)) {
      return { isPosted: false, refusal: 'NotReversible' };
    }
    const mirror = entries.map(({ account, amount }) => ({ account, amount: -amount }));
    const expected = this.post({ transferId: reversalId, kind: 'reversal', entries: mirror });
    if (expected.isPosted) this.#reversed.add(transferId);
    return expected;
  }

  chooseHold(pick: number): Held | undefined {
    return this.#holds[pick % Math.max(1, this.#holds.length)];
  }

  chooseTransfer(pick: number): string | undefined {
    return [...this.#transfers.keys()][pick % Math.max(1, this.#transfers.size)];
  }

  balanceOf(owner: string, asset: AssetCode): { free: bigint; held: bigint } {
    return {
      free: this.#balances.get(`${owner} ${asset} available`) ?? 0n,
      held: this.#balances.get(`${owner} ${asset} held`) ?? 0n,
    };
  }

  #after(entry: AnyEntry): bigint {
    return (this.#balances.get(accountOf(entry)) ?? 0n) + entry.amount;
  }

  #close(holdId: string, closing: (held: Held) => AnyPosting): Expected {
    const held = this.#holds.find((candidate) => candidate.holdId === holdId && candidate.isOpen);
    if (!held) return { isPosted: false, refusal: 'HoldNotOpen' };
    const expected = this.post(closing(held));
    if (expected.isPosted) held.isOpen = false;
    return expected;
  }
}

function accountOf({ account: { owner, asset, kind } }: AnyEntry): string {
  return `${owner} ${asset} ${kind}`;
}

function isHouse({ account: { owner } }: AnyEntry): boolean {
  return owner === 'house';
}

function heldEntry({ owner, asset, amount }: Held): AnyEntry {
  return { account: { owner, asset, kind: 'held' }, amount: -amount };
}
