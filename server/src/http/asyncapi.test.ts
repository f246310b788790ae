import { streamMessages, streamRequest, streamRequests } from '@mercury/contract/api/stream.ts';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { describeStream } from './asyncapi.ts';
import { installOpenApi } from './openapi.ts';

const document = describeStream();

/** What a reference within the document names; undefined where there is nothing. */
function resolve(reference: string): unknown {
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>(
      (part, name) => (part === undefined ? undefined : Reflect.get(Object(part), name)),
      document,
    );
}

describe('the AsyncAPI document', () => {
  it('has each message of the contract, and the direction in which it goes', () => {
    const named = (action: string) =>
      Object.values(document.operations)
        .filter((operation) => operation.action === action)
        .flatMap(({ messages }) => messages.map(({ $ref }) => $ref.split('/').at(-1)));
    expect(named('receive')).toEqual(Object.keys(streamRequests).map((name) => `${name}ToServer`));
    expect(named('send')).toEqual(Object.keys(streamMessages).map((name) => `${name}ToClient`));
    expect(document.channels['stream']?.address).toBe('/v1/stream');
  });

  it('has no reference to nothing', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, text = '']) => text,
    );
    expect(references.length).toBeGreaterThan(40);
    expect(references.filter((reference) => resolve(reference) === undefined)).toEqual([]);
  });

  it('has a payload with a type for each, and refuses unknown fields in what it takes, as the server does', () => {
    for (const { payload } of Object.values(document.components.messages)) {
      expect(payload).toMatchObject({
        type: 'object',
        properties: { type: expect.anything() },
        required: expect.arrayContaining(['type']),
        additionalProperties: false,
      });
    }
  });

  it('names no request that the server does not take', () => {
    const types = (schema: object) =>
      JSON.stringify(schema).match(/"type":\{"type":"string","const":"(\w+)"/)?.[1];
    const described = Object.values(document.components.messages)
      .slice(0, Object.keys(streamRequests).length)
      .map(({ payload }) => types(payload));
    for (const type of described) {
      const issues = streamRequest.safeParse({ type }).error?.issues ?? [];
      expect(issues.filter(({ path }) => path.join() === 'type')).toEqual([]);
    }
  });

  it('is served beside that of the calls, and the page links to it', async () => {
    const app = Fastify();
    installOpenApi(app);
    const reply = await app.inject('/v1/asyncapi.json');
    expect(reply.json()).toEqual(JSON.parse(JSON.stringify(document)));
    expect((await app.inject('/docs/api')).body).toContain('href="/v1/asyncapi.json"');
    await app.close();
  });
});
