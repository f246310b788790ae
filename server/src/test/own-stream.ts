import type { Order } from '@mercury/contract/api/orders.ts';
import type { ExecutionEvent, StreamBalance } from '@mercury/contract/api/own-stream.ts';
import { streamPath, type StreamMessage } from '@mercury/contract/api/stream.ts';
import type { TestKey } from './api-keys.ts';
import type { MarketWatcher } from './market-stream.ts';

type Message<Type extends StreamMessage['type']> = Extract<StreamMessage, { type: Type }>;

/** As a program authenticates: the text of docs/api.md, for this path. */
export function signIn(
  key: Pick<TestKey, 'id' | 'signText'>,
  {
    timestamp = Date.now(),
    window,
    ...more
  }: { timestamp?: number; window?: number; id?: string } & object = {},
): object {
  const text = [key.id, timestamp, window ?? 5000, 'GET', `/v1${streamPath}`, '', ''].join('\n');
  const signed = {
    key: key.id,
    timestamp,
    signature: key.signText(text),
    ...(window !== undefined && { window }),
  };
  return { type: 'authenticate', signed, ...more };
}

export function isOf<Type extends StreamMessage['type']>(type: Type) {
  return (message: StreamMessage): message is Message<Type> => message.type === type;
}

/** The answer to a request, or its refusal. */
export function isAbout(id: string) {
  return (message: StreamMessage): message is Message<'answer' | 'error' | 'authenticated'> =>
    ['answer', 'error', 'authenticated'].includes(message.type) && 'id' in message && message.id === id;
}

export interface OwnPicture {
  readonly orders: ReadonlyMap<string, Order>;
  readonly events: readonly ExecutionEvent[];
  readonly balances: ReadonlyMap<string, StreamBalance>;
}

/** What a watcher knows of their own by all that came. @throws where a message is missing or comes twice */
export function pictureOf({ messages }: Pick<MarketWatcher, 'messages'>): OwnPicture {
  let orders = new Map<string, Order>();
  let balances = new Map<string, StreamBalance>();
  const events: ExecutionEvent[] = [];
  const seqs = new Map<string, number>();
  for (const message of messages) {
    if (!('channel' in message) || !('seq' in message)) continue;
    if (message.channel !== 'executions' && message.channel !== 'balances') continue;
    const before = seqs.get(message.channel);
    if (message.seq !== (before ?? -1) + 1)
      throw new Error(`${message.channel} ${message.seq} does not follow on ${before}`);
    seqs.set(message.channel, message.seq);
    if (message.channel === 'balances') {
      if (message.type === 'snapshot') balances = new Map();
      for (const balance of message.balances) balances.set(balance.currency, balance);
    } else {
      if (message.type === 'snapshot') orders = new Map();
      else events.push(...message.events);
      for (const order of message.orders) {
        if (order.status === 'OPEN' || order.status === 'WAITING') orders.set(order.id, order);
        else orders.delete(order.id);
      }
    }
  }
  return { orders, events, balances };
}
