import { productName } from '@mercury/contract/product.ts';
import {
  streamCloseCodes,
  streamMessages,
  streamPath,
  streamRequests,
} from '@mercury/contract/api/stream.ts';
import * as z from 'zod/mini';
import { readVersion } from '../config.ts';

type Reference = { readonly $ref: string };

interface Message {
  readonly name: string;
  readonly contentType: 'application/json';
  readonly payload: object;
}

/** What AsyncAPI 3.0 calls an application: the server, which receives what a client sends. */
export interface AsyncApiDocument {
  readonly asyncapi: '3.0.0';
  readonly info: { title: string; version: string; description: string };
  readonly defaultContentType: 'application/json';
  readonly channels: Record<
    string,
    { address: string; description: string; messages: Record<string, Reference>; bindings: object }
  >;
  readonly operations: Record<
    string,
    { action: 'send' | 'receive'; channel: Reference; summary: string; messages: Reference[] }
  >;
  readonly components: { readonly messages: Record<string, Message> };
}

const toServer = 'ToServer';
const toClient = 'ToClient';

/** Of the WebSocket, as OpenAPI has no words for it. */
export function describeStream(): AsyncApiDocument {
  const requests = messagesOf(streamRequests, 'input', toServer);
  const replies = messagesOf(streamMessages, 'output', toClient);
  return {
    asyncapi: '3.0.0',
    info: { title: `${productName} stream`, version: readVersion(), description: howItGoes },
    defaultContentType: 'application/json',
    channels: {
      stream: {
        address: `/v1${streamPath}`,
        description: 'A WebSocket; each message is one JSON text. Pages of another origin are refused.',
        messages: referTo([...Object.keys(requests), ...Object.keys(replies)]),
        bindings: { ws: { method: 'GET', bindingVersion: '0.1.0' } },
      },
    },
    operations: {
      take: operation('receive', 'What a client may send', Object.keys(requests)),
      tell: operation('send', 'What the server sends', Object.keys(replies)),
    },
    components: { messages: { ...requests, ...replies } },
  };
}

const codes = Object.entries(streamCloseCodes).map(([name, code]) => `${code} (${name})`);
const howItGoes =
  `docs/trading.md says what the messages mean, docs/api.md how a key signs. The server closes with ${codes.join(', ')}, ` +
  '1001 at its shutdown, and 1008 or 1009 for messages too many or too large.';

function messagesOf(
  schemas: Readonly<Record<string, z.ZodMiniType>>,
  io: 'input' | 'output',
  direction: typeof toServer | typeof toClient,
): Record<string, Message> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const { $schema: _dialect, ...payload } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
      return [`${name}${direction}`, { name, contentType: 'application/json', payload }];
    }),
  );
}

function referTo(names: readonly string[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${name}` }]));
}

function operation(action: 'send' | 'receive', summary: string, names: readonly string[]) {
  const channel = { $ref: '#/channels/stream' };
  return {
    action,
    channel,
    summary,
    messages: names.map((name) => ({ $ref: `${channel.$ref}/messages/${name}` })),
  };
}
