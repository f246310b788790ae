import { commonErrors, keyErrors, type Endpoint } from '@mercury/contract/api/endpoint.ts';
import { eventStream } from '@mercury/contract/api/events.ts';
import { endpoints } from '@mercury/contract/api/index.ts';
import { errorReply } from '@mercury/contract/api/error-reply.ts';
import { errorTraits, type ErrorCode } from '@mercury/contract/errors.ts';
import { productName } from '@mercury/contract/product.ts';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { readVersion } from '../config.ts';
import { apiReferencePage, apiReferenceStyle } from './api-reference-page.ts';
import { describeStream } from './asyncapi.ts';

export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: { title: string; version: string };
  readonly servers: readonly { url: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: object;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly security: readonly object[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: object;
  readonly responses: Record<string, object>;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: unknown;
}

export function installOpenApi(app: FastifyInstance): void {
  // A start need not wait for what is seldom asked for.
  let document: OpenApiDocument | undefined;
  let page: string | undefined;
  let stream: ReturnType<typeof describeStream> | undefined;
  app.get('/v1/openapi.json', async (_request, reply) => reply.send((document ??= describeApi())));
  app.get('/v1/asyncapi.json', async (_request, reply) => reply.send((stream ??= describeStream())));
  app.get('/docs/api', async (_request, reply) => {
    page ??= apiReferencePage((document ??= describeApi()));
    return reply.type('text/html; charset=utf-8').send(page);
  });
  app.get('/docs/api.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(apiReferenceStyle),
  );
}

export function describeApi(): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const [name, endpoint] of Object.entries<Endpoint>({ ...endpoints, eventStream })) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeOperation(name, endpoint) };
  }
  return {
    openapi: '3.1.1',
    info: { title: `${productName} API`, version: readVersion() },
    servers: [{ url: '/v1' }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer' },
        // OpenAPI has no type for a signature over the call: docs/api.md says how it is made.
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'Api-Key',
          description: 'With Api-Timestamp, Api-Signature and, if it is not 5000, Api-Window.',
        },
      },
      schemas: { Error: schemaOf(errorReply, 'output') },
    },
  };
}

function describeOperation(operationId: string, endpoint: Endpoint): Operation {
  return {
    operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    security: securityOf(endpoint),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(endpoint.isIdempotent
        ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } } as const]
        : []),
    ],
    ...(endpoint.body
      ? { requestBody: { required: true, content: jsonContent(schemaOf(endpoint.body, 'input')) } }
      : {}),
    responses: { ...successOf(endpoint), ...refusalsOf(endpoint) },
  };
}

/** One of these is enough. The scope of a key is told as OpenAPI 3.1 tells a role. */
function securityOf({ caller, keyScope }: Endpoint): object[] {
  if (caller === 'anyone') return [];
  return [{ session: [] }, ...(keyScope === undefined ? [] : [{ apiKey: [keyScope] }])];
}

function successOf(endpoint: Endpoint): Record<string, object> {
  const { status, mediaType = 'application/json', reply } = endpoint;
  const content = reply === null ? {} : { content: { [mediaType]: { schema: schemaOf(reply, 'output') } } };
  return { [status]: { description: 'Success', ...content } };
}

function refusalsOf(endpoint: Endpoint): Record<string, object> {
  const codes: readonly ErrorCode[] = [
    ...endpoint.errors,
    ...(endpoint.keyScope === undefined ? [] : keyErrors),
    ...commonErrors,
  ];
  const byStatus = Map.groupBy(codes, (code) => errorTraits[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      status,
      {
        description: [...new Set(names)].join(', '),
        content: jsonContent({ $ref: '#/components/schemas/Error' }),
      },
    ]),
  );
}

function jsonContent(schema: unknown) {
  return { 'application/json': { schema } };
}

function parametersOf(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): Parameter[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }));
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output') {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
