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

interface Socket {
  /** When something came of it last, its beginning included. */
  heardAtMs: () => number;
  openedAtMs: () => number | undefined;
  send: (request: StreamRequest) => void;
  close: () => void;
}

interface SocketHooks {
  onOpen: () => void;
  onMessage: (message: StreamMessage) => void;
  onEnd: () => void;
}

/** Once it is closed from here, it says nothing more. */
function openSocket({ onOpen, onMessage, onEnd }: SocketHooks): Socket {
  const socket = new WebSocket(streamUrl());
  const listening = new AbortController();
  const { signal } = listening;
  let heardAtMs = Date.now();
  let openedAtMs: number | undefined;
  const hear = ({ data }: MessageEvent) => {
    heardAtMs = Date.now();
    const message = readMessage(data);
    if (message === undefined) onEnd();
    else onMessage(message);
  };
  const begin = () => {
    openedAtMs = Date.now();
    onOpen();
  };
  socket.addEventListener('open', begin, { signal });
  socket.addEventListener('message', hear, { signal });
  socket.addEventListener('close', onEnd, { signal });
  return {
    heardAtMs: () => heardAtMs,
    openedAtMs: () => openedAtMs,
    send: (request) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(request));
    },
    close: () => {
      listening.abort();
      socket.close();
    },
  };
}

/** Keeps one WebSocket of the markets open while the page is in view. */
export function connectStream({ onOpen, onMessage, onLost }: ConnectionHooks): StreamConnection {
  let socket: Socket | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failureCount = 0;

  function connect(): void {
    clearTimeout(retry);
    socket = openSocket({ onOpen, onMessage, onEnd: fail });
  }

  function end(): void {
    clearTimeout(retry);
    socket?.close();
    socket = undefined;
  }

  function fail(): void {
    const openedAtMs = socket?.openedAtMs();
    const wasSteady = openedAtMs !== undefined && Date.now() - openedAtMs >= steadyMs;
    end();
    if (wasSteady) failureCount = 0;
    retry = setTimeout(connect, waitBeforeAttempt(failureCount, Math.random()));
    failureCount += 1;
    onLost('failed');
  }

  function beat(): void {
    if (socket === undefined) return;
    const silentMs = Date.now() - socket.heardAtMs();
    if (silentMs >= silentMsMax) fail();
    else if (silentMs >= beatMs) socket.send({ type: 'ping' });
  }

  const stopFollowing = followPage({
    onSeen: () => socket ?? connect(),
    onHidden: () => {
      end();
      onLost('hidden');
    },
  });
  const beats = setInterval(beat, beatMs);
  return {
    send: (request) => socket?.send(request),
    giveUp: fail,
    stop: () => {
      clearInterval(beats);
      stopFollowing();
      end();
    },
  };
}

/** In view now, again, or with a network that is back; and out of view. */
function followPage({ onSeen, onHidden }: { onSeen: () => void; onHidden: () => void }): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const isSeen = () => document.visibilityState === 'visible';
  const wake = () => {
    if (isSeen()) onSeen();
  };
  addEventListener('online', wake, { signal });
  document.addEventListener('visibilitychange', () => (isSeen() ? onSeen() : onHidden()), { signal });
  wake();
  return () => listening.abort();
}

/** The server keeps to the contract; what stands between may not. */
function readMessage(data: unknown): StreamMessage | undefined {
  try {
    return JSON.parse(String(data)) as StreamMessage;
  } catch {
    return undefined;
  }
}
