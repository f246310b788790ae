import {
  streamMessage,
  type StreamMessage,
  streamPath,
  streamRequest,
  type StreamRequest,
} from '@mercury/contract/api/stream.ts';

type Answer = (request: StreamRequest) => readonly StreamMessage[];

const RealSocket = globalThis.WebSocket;
const sockets: StandInSocket[] = [];
const requests: StreamRequest[] = [];
const breaches: string[] = [];
let answer: Answer = () => [];
let isAway = false;

/** One end of a WebSocket. Only what the product uses of it. */
class StandInSocket extends EventTarget {
  readyState: number = RealSocket.CONNECTING;

  constructor() {
    super();
    sockets.push(this);
    queueMicrotask(() => {
      if (this.readyState !== RealSocket.CONNECTING) return;
      if (isAway) return this.end();
      this.readyState = RealSocket.OPEN;
      return this.dispatchEvent(new Event('open'));
    });
  }

  send(text: string): void {
    const request = streamRequest.safeParse(JSON.parse(text));
    if (!request.success) {
      breaches.push(`The stream was sent what the contract does not have: ${text}`);
      return;
    }
    requests.push(request.data);
    for (const message of answer(request.data)) queueMicrotask(() => this.tell(message));
  }

  tell(message: StreamMessage): void {
    if (this.readyState !== RealSocket.OPEN) return;
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }

  close(): void {
    this.end();
  }

  end(): void {
    if (this.readyState === RealSocket.CLOSED) return;
    this.readyState = RealSocket.CLOSED;
    this.dispatchEvent(new Event('close'));
  }
}

const openSockets = () => sockets.filter(({ readyState }) => readyState === RealSocket.OPEN);

/** In place of the server's end of `/v1/stream`. The contract's schemas check what is sent and told. */
export const stream = {
  /** Answers each request so, until it is given another answer. */
  answerBy(next: Answer): void {
    answer = next;
  },
  tell(message: StreamMessage): void {
    const parsed = streamMessage.safeParse(message);
    if (!parsed.success) breaches.push(`The stream can't say this: ${parsed.error.message}`);
    for (const socket of openSockets()) socket.tell(message);
  },
  /** Many in a short time: checking each would take longer than showing it. */
  tellUnchecked(message: StreamMessage): void {
    for (const socket of openSockets()) socket.tell(message);
  },
  /** The connection breaks. While it is away, none is opened. */
  drop({ isAway: staysAway = false } = {}): void {
    isAway = staysAway;
    for (const socket of openSockets()) socket.end();
  },
  comeBack(): void {
    isAway = false;
  },
  openCount: () => openSockets().length,
  requests: (): readonly StreamRequest[] => requests,
};

export function installStandInStream(): void {
  globalThis.WebSocket = new Proxy(RealSocket, {
    construct(target, [url, ...rest]: ConstructorParameters<typeof RealSocket>) {
      const isOurs = new URL(String(url), location.href).pathname === `/v1${streamPath}`;
      return isOurs ? new StandInSocket() : new target(url, ...rest);
    },
  });
}

/** Forgets everything, and answers what was against the contract meanwhile. */
export function resetStandInStream(): readonly string[] {
  for (const socket of openSockets()) socket.end();
  sockets.splice(0);
  requests.splice(0);
  answer = () => [];
  isAway = false;
  return breaches.splice(0);
}
