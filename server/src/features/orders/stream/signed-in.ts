import { listOrders } from '@mercury/contract/api/orders.ts';
import { getBalance } from '@mercury/contract/api/wallets.ts';
import type { Endpoint, KeyScope } from '@mercury/contract/api/endpoint.ts';
import type { Authenticate, OwnChannel } from '@mercury/contract/api/own-stream.ts';
import { streamCloseCodes, streamPath, type StreamRequest } from '@mercury/contract/api/stream.ts';
import { DomainError } from '../../../errors.ts';
import { admit, type AdmissionDeps, type Credential } from '../../../http/bind.ts';
import type { Session } from '../../../http/caller.ts';
import { refuseWriteWhile } from '../../../http/refuse-writes.ts';
import { signedCallOf } from '../../../http/signed-call.ts';
import type { PlacingServices } from '../use-orders.ts';
import type { CallerWatch } from './caller-watch.ts';
import { runCommand, type CommandRequest } from './commands.ts';
import type { Connection } from './connection.ts';
import type { Disconnects } from './disconnects.ts';
import type { Hub } from './hub.ts';
import type { OwnWatcher } from './own-telling.ts';

export type OwnRequest =
  | Authenticate
  | CommandRequest
  | Extract<StreamRequest, { type: 'subscribe' | 'unsubscribe'; channel: OwnChannel }>;

export interface SignedInDeps {
  readonly services: PlacingServices;
  readonly admission: AdmissionDeps;
  readonly isDiskShort: () => boolean;
  readonly hub: Hub;
  readonly callers: CallerWatch;
  readonly disconnects: Disconnects;
}

/** What a connection may do as somebody. */
export interface SignedIn {
  readonly isAuthenticated: boolean;
  /** @throws DomainError */
  take(request: OwnRequest): Promise<void>;
  /** The connection has ended. */
  leave(): void;
}

interface Identity {
  readonly credential: Credential;
  readonly watcher: OwnWatcher;
  readonly cancelOnDisconnect: boolean;
}

const guardOf: Readonly<Record<OwnChannel, Endpoint>> = { executions: listOrders, balances: getBalance };
const scopesOfStream = ['read', 'trade'] as const satisfies readonly KeyScope[];

export function createSignedIn(
  deps: SignedInDeps,
  { connection, networkAddress }: { connection: Connection; networkAddress: string },
): SignedIn {
  const { admission, hub, callers, disconnects } = deps;
  let identity: Promise<Identity | undefined> | undefined;
  let known: Identity | undefined;
  /** By the last word about each: while one who subscribes is admitted, they may have ended it. */
  const wanted = new Set<OwnChannel>();
  const underWay = new Set<Promise<void>>();

  async function authenticate({ id, token, signed, cancelOnDisconnect = false }: Authenticate) {
    const credential = signed === undefined ? { token, networkAddress } : ofProgram(signed, networkAddress);
    const { session, scopes } = await admitToStream(credential, admission);
    if (cancelOnDisconnect && !scopes.includes('trade')) throw new DomainError('ScopeMissing');
    const watcher = watcherOf(session, connection);
    if (cancelOnDisconnect) await disconnects.begin(watcher);
    if (!connection.isOpen) {
      if (cancelOnDisconnect) disconnects.end(watcher);
      return undefined;
    }
    known = { credential, watcher, cancelOnDisconnect };
    callers.add(watcher);
    connection.pingOften();
    connection.send({ type: 'authenticated', ...(id !== undefined && { id }), scopes, cancelOnDisconnect });
    return known;
  }

  async function begin(request: Authenticate): Promise<void> {
    if (identity !== undefined) {
      throw new DomainError('ValidationFailed', { fieldErrors: [{ field: 'type', key: 'invalid' }] });
    }
    identity = authenticate(request);
    try {
      await identity;
    } catch (error) {
      // Another attempt may follow. What was sent meanwhile is refused.
      identity = undefined;
      throw error;
    }
  }

  return {
    get isAuthenticated() {
      return known !== undefined;
    },
    async take(request) {
      if (request.type === 'authenticate') return begin(request);
      const who = await identity?.catch(() => undefined);
      if (who === undefined) throw new DomainError('Unauthenticated');
      const { credential, watcher } = who;
      if (request.type === 'subscribe') {
        wanted.add(request.channel);
        await admit(guardOf[request.channel], credential, admission);
        if (connection.isOpen && wanted.has(request.channel)) hub.subscribeOwn(watcher, request.channel);
        return undefined;
      }
      if (request.type === 'unsubscribe') {
        wanted.delete(request.channel);
        hub.unsubscribeOwn(watcher, request.channel);
        return connection.send(unsubscribedFrom(request));
      }
      const working = answerCommand(request, who, { ...deps, connection });
      underWay.add(working);
      return working.finally(() => underWay.delete(working));
    },
    leave() {
      if (known === undefined) return;
      const { watcher, cancelOnDisconnect } = known;
      for (const channel of ['executions', 'balances'] as const) hub.unsubscribeOwn(watcher, channel);
      callers.remove(watcher);
      // Until then the countdown begins anew: an order that comes in late is cancelled even if this process ends right after it.
      if (cancelOnDisconnect) void Promise.allSettled(underWay).then(() => disconnects.end(watcher));
    },
  };
}

function watcherOf({ id: callerId, userId }: Session, connection: Connection): OwnWatcher {
  return {
    userId,
    callerId,
    tell: (news) => connection.send(news),
    end: () => connection.close(streamCloseCodes.signedOut, 'signed out'),
  };
}

async function answerCommand(
  request: CommandRequest,
  { credential, cancelOnDisconnect: endsOnDisconnect }: Identity,
  deps: SignedInDeps & { readonly connection: Connection },
): Promise<void> {
  const { services, connection } = deps;
  const admitted = async (endpoint: Endpoint) => {
    const session = await admitCommand(endpoint, credential, deps);
    // Nobody is left to hear it.
    if (request.type === 'place' && endsOnDisconnect && !connection.isOpen)
      throw new DomainError('Unauthenticated');
    return session;
  };
  connection.send(await runCommand({ services, admit: admitted, endsOnDisconnect }, request));
}

/** Asks anew each time: a session or key that has ended opens nothing. */
async function admitCommand(
  endpoint: Endpoint,
  credential: Credential,
  { admission, isDiskShort }: Pick<SignedInDeps, 'admission' | 'isDiskShort'>,
): Promise<Session> {
  refuseWriteWhile(endpoint, isDiskShort);
  const session = await admit(endpoint, credential, admission);
  await admission.rateLimiter.consume('order', session.userId);
  return session;
}

function unsubscribedFrom({ channel, id }: { channel: OwnChannel; id?: string | undefined }) {
  return { type: 'unsubscribed', channel, ...(id !== undefined && { id }) } as const;
}

/** @throws DomainError TimestampRefused */
function ofProgram(
  { key: keyId, timestamp, window, signature }: NonNullable<Authenticate['signed']>,
  networkAddress: string,
): Credential {
  const call = signedCallOf({
    keyId,
    timestamp: String(timestamp),
    window: window === undefined ? undefined : String(window),
    signature,
    parts: ['GET', `/v1${streamPath}`, '', ''],
    networkAddress,
  });
  return { call };
}

/** @throws DomainError ScopeMissing for a key that may neither read nor trade, and as each call does */
async function admitToStream(credential: Credential, admission: AdmissionDeps) {
  const scopes: (typeof scopesOfStream)[number][] = [];
  let session: Session | undefined;
  for (const keyScope of scopesOfStream) {
    const endpoint = { caller: 'verified', keyScope, keyWeight: scopes.length === 0 ? 1 : 0 } as const;
    try {
      session = await admit(endpoint, credential, admission);
      scopes.push(keyScope);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'ScopeMissing') throw error;
    }
  }
  if (session === undefined) throw new DomainError('ScopeMissing');
  return { session, scopes };
}
