import type { OrderNode } from './price-levels.ts';

/**
 * Orders with an end, the next to expire first: a binary heap. To look for an order that is gone would cost more than to leave
 * it, so those stay until they are the greater part.
 */
export interface ExpiryQueue {
  entries: ExpiryEntry[];
  goneCount: number;
}

interface ExpiryEntry {
  readonly expiresAt: number;
  /** When it came in: what expires together does so in this order. */
  readonly seq: number;
  readonly node: OrderNode;
}

export function createExpiryQueue(): ExpiryQueue {
  return { entries: [], goneCount: 0 };
}

export function addExpiry({ entries }: ExpiryQueue, node: OrderNode): void {
  const { expiresAt, seq } = node.terms;
  if (expiresAt === undefined) return;
  const entry = { expiresAt, seq, node };
  let index = entries.length;
  entries.push(entry);
  while (index > 0) {
    const parentIndex = (index - 1) >>> 1;
    const parent = entries[parentIndex];
    if (parent === undefined || !isBefore(entry, parent)) break;
    entries[index] = parent;
    index = parentIndex;
  }
  entries[index] = entry;
}

/** The next open order that is due at this time. It stays in the queue until it is gone. */
export function nextDue(queue: ExpiryQueue, now: number): OrderNode | undefined {
  const { entries } = queue;
  for (let next = entries[0]; next !== undefined && next.expiresAt <= now; next = entries[0]) {
    if (next.node.isOpen) return next.node;
    queue.goneCount -= 1;
    const moved = entries.pop();
    if (moved !== undefined && entries.length > 0) sink(entries, moved);
  }
  return undefined;
}

/** An order that was added is open no more. */
export function noteGone(queue: ExpiryQueue): void {
  queue.goneCount += 1;
  if (queue.goneCount <= 64 || queue.goneCount * 2 < queue.entries.length) return;
  // What is sorted is a heap.
  queue.entries = queue.entries
    .filter(({ node }) => node.isOpen)
    .sort((one, other) => (isBefore(one, other) ? -1 : 1));
  queue.goneCount = 0;
}

function sink(entries: ExpiryEntry[], entry: ExpiryEntry): void {
  let index = 0;
  for (;;) {
    let childIndex = 2 * index + 1;
    let child = entries[childIndex];
    if (child === undefined) break;
    const other = entries[childIndex + 1];
    if (other !== undefined && isBefore(other, child)) {
      childIndex += 1;
      child = other;
    }
    if (!isBefore(child, entry)) break;
    entries[index] = child;
    index = childIndex;
  }
  entries[index] = entry;
}

function isBefore(one: ExpiryEntry, other: ExpiryEntry): boolean {
  return one.expiresAt === other.expiresAt ? one.seq < other.seq : one.expiresAt < other.expiresAt;
}
