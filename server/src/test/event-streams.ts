import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { errorReply } from '@mercury/contract/api/error-reply.ts';
import { eventStream } from '@mercury/contract/api/events.ts';
import type { TestApp } from './app.ts';

export interface OpenStream {
  readonly status: number;
  /** Why it was not opened. */
  readonly error: string | undefined;
  /** Everything that came so far. */
  text(): string;
  isEnded(): boolean;
  close(): void;
}

/** Live streams of a test's app. A call within the process cannot hold one open. */
export interface EventStreams {
  open(token: string): Promise<OpenStream>;
  /** With the headers as they are given. */
  openWith(headers: Readonly<Record<string, string>>): Promise<OpenStream>;
  /** Another stream than that of customers, by its whole path. */
  openAt(path: string, headers: Readonly<Record<string, string>>): Promise<OpenStream>;
}

/** Has the app listen on a port of this machine, for as long as it is open. */
export async function listenForStreams({ app }: Pick<TestApp, 'app'>): Promise<EventStreams> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  // Listening on an address and a port, the server has that shape of address.
  const { port } = app.server.address() as AddressInfo;
  const ofCustomers = `/v1${eventStream.path}`;
  return {
    open: (token) => openStream({ port, path: ofCustomers, headers: { authorization: `Bearer ${token}` } }),
    openWith: (headers) => openStream({ port, path: ofCustomers, headers }),
    openAt: (path, headers) => openStream({ port, path, headers }),
  };
}

async function openStream(to: {
  port: number;
  path: string;
  headers: Readonly<Record<string, string>>;
}): Promise<OpenStream> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', ...to }, resolve).on('error', reject);
  });
  const status = response.statusCode ?? 0;
  const error = status === eventStream.status ? undefined : errorReply.parse(await json(response)).error;
  let text = '';
  response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  response.on('error', () => undefined);
  return {
    status,
    error,
    text: () => text,
    isEnded: () => response.readableEnded || response.destroyed,
    close: () => response.destroy(),
  };
}
