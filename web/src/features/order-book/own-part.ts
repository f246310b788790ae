import type { OwnNews } from '@mercury/contract/api/own-stream.ts';
import type { StreamMessage, StreamRequest } from '@mercury/contract/api/stream.ts';

export type Executions = Extract<OwnNews, { channel: 'executions' }>;

export interface OwnHooks {
  /** Null where nobody is signed in. */
  token: () => string | null;
  onExecutions: (news: Executions) => void;
}

interface OwnPart {
  /** On each new connection. */
  begin: () => void;
  /** True if the message was about one's own part, and so of no concern to the rest. */
  take: (message: StreamMessage) => boolean;
}

const subscription = { type: 'subscribe', channel: 'executions' } as const;

/**
 * What becomes of the person's own orders, over the same connection. Where it is refused, the lists are asked for again when
 * `/v1/events` says so, as they are anyway.
 */
export function createOwnPart(
  send: (request: StreamRequest) => void,
  { token, onExecutions }: OwnHooks,
): OwnPart {
  /** Of the last message; undefined until a snapshot comes. */
  let seq: number | undefined;

  function takeExecutions(news: Executions): void {
    if (news.type === 'update' && seq === undefined) return;
    if (news.type === 'update' && news.seq !== (seq ?? 0) + 1) {
      seq = undefined;
      send(subscription);
      return;
    }
    seq = news.seq;
    onExecutions(news);
  }

  return {
    begin() {
      seq = undefined;
      const signedIn = token();
      if (signedIn !== null) send({ type: 'authenticate', token: signedIn });
    },
    take(message) {
      if (message.type === 'authenticated') send(subscription);
      if (message.type !== 'snapshot' && message.type !== 'update') return message.type === 'authenticated';
      if (message.channel === 'executions') takeExecutions(message);
      return message.channel === 'executions' || message.channel === 'balances';
    },
  };
}
