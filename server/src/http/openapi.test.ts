import { eventStream } from '@mercury/contract/api/events.ts';
import { endpoints } from '@mercury/contract/api/index.ts';
import { describe, expect, it } from 'vitest';
import { describeApi } from './openapi.ts';

const api = describeApi();

describe('the OpenAPI document', () => {
  it('has each endpoint of the contract and the stream of events, under its method and path', () => {
    const described = Object.entries(api.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`,
      ),
    );
    const promised = Object.entries({ ...endpoints, eventStream }).map(
      ([name, { method, path }]) => `${name} ${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
    );
    expect(described.toSorted()).toEqual(promised.toSorted());
  });

  it('describes input, reply, refusals and who may call', () => {
    const operation = api.paths['/wallets/transfer']?.['post'];
    expect(operation).toMatchObject({
      security: [{ session: [] }],
      parameters: [{ name: 'Idempotency-Key', in: 'header', required: false }],
      requestBody: {
        content: {
          'application/json': { schema: { type: 'object', required: ['recipientAddress', 'amount'] } },
        },
      },
    });
    expect(operation?.responses['422']).toMatchObject({
      description: expect.stringContaining('InsufficientBalance'),
    });
    expect(api.paths['/contacts/{id}']?.['get']?.parameters).toMatchObject([
      { name: 'id', in: 'path', required: true },
    ]);
    expect(api.paths['/config']?.['get']?.security).toEqual([]);
    const forKeys = api.paths['/wallets/balance']?.['get'];
    expect(forKeys?.security).toEqual([{ session: [] }, { apiKey: ['read'] }]);
    expect(forKeys?.responses['401']).toMatchObject({
      description: expect.stringContaining('SignatureRefused'),
    });
    expect(api.paths['/events']?.['get']?.responses['200']).toMatchObject({
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    });
  });

  it('refuses unknown fields in what it takes, as the server does', () => {
    expect(JSON.stringify(api.paths['/auth/register']?.['post']?.requestBody)).toContain(
      '"additionalProperties":false',
    );
  });
});
