import { streamPath, type StreamMessage, type StreamRequest } from '@mercury/contract/api/stream.ts';
import { waitBeforeAttempt } from '../../api/live.ts';

interface ConnectionHooks {
  /** Subscribes. */
  onOpen: () => void;
  onMessage: (message: StreamMessage) => void;
  /** From now on what is shown may be old. */
  onLost: (reason: 'hidden' | 'failed') => void;
}

export interface StreamConnection {
  send: (request: StreamRequest) => void;
  /** What it says can't be right: begins anew. */
  giveUp: () => void;
  stop: () => void;
}

/** A line that fell silent is no error: only the clock notices. */
const beatMs = 5000;
const silentMsMax = 2 * beatMs;
/** One that ends sooner counts as a failure. */
const steadyMs = 30_000;

function streamUrl(): string {
  const url = new URL(`/v1${streamPath}`, location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  return url.href;
}

/** Keeps one WebSocket of the markets open while the page is in view. */
export function connectStream({ onOpen, onMessage, onLost }: ConnectionHooks): StreamConnection {
  let socket: WebSocket | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failureCount = 0;
  let openedAtMs = 0;
  let heardAtMs = 0;

  function connect(): void {
    clearTimeout(retry);
    retry = undefined;
    heardAtMs = Date.now();
    openedAtMs = 0;
    const opening = new WebSocket(streamUrl());
    socket = opening;
    opening.addEventListener('open', () => {
      if (opening !== socket) return;
      openedAtMs = Date.now();
      onOpen();
    });
    opening.addEventListener('message', ({ data }) => {
      if (opening !== socket) return;
      heardAtMs = Date.now();
      const message = readMessage(data);
      if (message === undefined) fail();
      else onMessage(message);
    });
    opening.addEventListener('close', () => {
      if (opening === socket) fail();
    });
  }

  function end(): void {
    const ending = socket;
    socket = undefined;
    ending?.close();
  }

  function fail(): void {
    const wasSteady = openedAtMs > 0 && Date.now() - openedAtMs >= steadyMs;
    end();
    if (wasSteady) failureCount = 0;
    retry = setTimeout(connect, waitBeforeAttempt(failureCount, Math.random()));
    failureCount += 1;
    onLost('failed');
  }

  function send(request: StreamRequest): void {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(request));
  }

  function beat(): void {
    if (socket === undefined) return;
    const silentMs = Date.now() - heardAtMs;
    if (silentMs >= silentMsMax) fail();
    else if (silentMs >= beatMs) send({ type: 'ping' });
  }

  function wake(): void {
    if (socket === undefined && document.visibilityState === 'visible') connect();
  }

  function followView(): void {
    if (document.visibilityState === 'visible') return wake();
    clearTimeout(retry);
    end();
    onLost('hidden');
  }

  const beats = setInterval(beat, beatMs);
  addEventListener('online', wake);
  document.addEventListener('visibilitychange', followView);
  wake();
  return {
    send,
    giveUp: fail,
    stop: () => {
      clearInterval(beats);
      clearTimeout(retry);
      removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', followView);
      end();
    },
  };
}

/** The server keeps to the contract; what stands between may not. */
function readMessage(data: unknown): StreamMessage | undefined {
  try {
    return JSON.parse(String(data)) as StreamMessage;
  } catch {
    return undefined;
  }
}
