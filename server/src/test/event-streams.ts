import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpoints } from '@mercury/contract/api/index.ts';
import { succeeded, type TestApp } from './app.ts';

export interface OpenStream {
  readonly status: number;
  isEnded(): boolean;
  close(): void;
}

/** Live streams of a test's app. A call within the process cannot hold one open. */
export interface EventStreams {
  newTicket(token: string): Promise<string>;
  open(ticket: string): Promise<OpenStream>;
}

/** Lets the app listen on a local port until it closes. */
export async function listenForStreams(testApp: TestApp): Promise<EventStreams> {
  await testApp.app.listen({ host: '127.0.0.1', port: 0 });
  // A server that listens on address and port has this type of address.
  const { port } = testApp.app.server.address() as AddressInfo;
  return {
    async newTicket(token) {
      const reply = await testApp.call('POST', '/events/ticket', { token });
      return succeeded(endpoints.createEventTicket, reply).ticket;
    },
    open: (ticket) => openStream(port, ticket),
  };
}

async function openStream(port: number, ticket: string): Promise<OpenStream> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: `/v1/events?ticket=${ticket}` }, resolve).on('error', reject);
  });
  response.resume();
  response.on('error', () => undefined);
  return {
    status: response.statusCode ?? 0,
    isEnded: () => response.readableEnded || response.destroyed,
    close: () => response.destroy(),
  };
}
