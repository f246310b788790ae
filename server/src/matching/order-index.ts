import type { OrderNode } from './price-levels.ts';

/**
 * Open orders by id: a hash table with chains through the orders themselves. Ids arrive as new strings each time, and a Map spends
 * more on their hashes than all of matching costs; the end of an id, which is where a UUID is random, tells them apart as well.
 */
export interface OrderIndex {
  /** As many as a power of two. */
  buckets: (OrderNode | undefined)[];
  size: number;
}

const bucketCountMin = 1024;
const hashedLength = 12;

export function createOrderIndex(): OrderIndex {
  return { buckets: bucketsOf(bucketCountMin), size: 0 };
}

function bucketsOf(count: number): (OrderNode | undefined)[] {
  return Array.from<OrderNode | undefined>({ length: count }).fill(undefined);
}

/** FNV-1a. */
function hashOf(orderId: string): number {
  let hash = 0x811c9dc5;
  for (let at = Math.max(0, orderId.length - hashedLength); at < orderId.length; at += 1) {
    hash = Math.imul(hash ^ orderId.charCodeAt(at), 0x01000193);
  }
  // The low bits of a product know only the low bits of what went in.
  return hash ^ (hash >>> 15);
}

function bucketOf({ buckets }: OrderIndex, idHash: number): number {
  return idHash & (buckets.length - 1);
}

export function findOrder(index: OrderIndex, orderId: string): OrderNode | undefined {
  return findHashed(index, orderId, hashOf(orderId));
}

/** Others of the chain are passed without a look at their ids. */
function findHashed(index: OrderIndex, orderId: string, idHash: number): OrderNode | undefined {
  let node = index.buckets[bucketOf(index, idHash)];
  while (node !== undefined && (node.idHash !== idHash || node.terms.orderId !== orderId)) {
    node = node.nextInBucket;
  }
  return node;
}

/** Throws for an id that is there: whoever made it made it twice. */
export function requireNew(index: OrderIndex, orderId: string): void {
  if (findOrder(index, orderId) !== undefined) {
    throw new Error(`the id ${orderId} is that of another open order`);
  }
}

/** Of an id that is new. */
export function indexOrder(index: OrderIndex, node: OrderNode): void {
  node.idHash = hashOf(node.terms.orderId);
  if (index.size === index.buckets.length) grow(index);
  put(index, node);
  index.size += 1;
}

function put(index: OrderIndex, node: OrderNode): void {
  const bucket = bucketOf(index, node.idHash);
  node.nextInBucket = index.buckets[bucket];
  index.buckets[bucket] = node;
}

function grow(index: OrderIndex): void {
  const nodes = ordersIn(index);
  index.buckets = bucketsOf(index.buckets.length * 2);
  for (const node of nodes) put(index, node);
}

export function unindexOrder(index: OrderIndex, node: OrderNode): void {
  const bucket = bucketOf(index, node.idHash);
  const first = index.buckets[bucket];
  if (first === node) index.buckets[bucket] = node.nextInBucket;
  else {
    let before = first;
    while (before !== undefined && before.nextInBucket !== node) before = before.nextInBucket;
    if (before !== undefined) before.nextInBucket = node.nextInBucket;
  }
  node.nextInBucket = undefined;
  index.size -= 1;
}

/** In no sequence that means anything. */
export function ordersIn({ buckets }: OrderIndex): OrderNode[] {
  const nodes: OrderNode[] = [];
  for (const first of buckets) {
    for (let node = first; node !== undefined; node = node.nextInBucket) nodes.push(node);
  }
  return nodes;
}
