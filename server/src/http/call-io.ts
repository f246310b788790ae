import type { Endpoint } from '@mercury/contract/api/endpoint.ts';
import { isValidationKey } from '@mercury/contract/validation.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { DomainError, type FieldError } from '../errors.ts';

/** What a definition says of the way in and out, whoever may call it. */
type Shapes = Pick<
  Endpoint,
  'method' | 'path' | 'params' | 'query' | 'body' | 'status' | 'mediaType' | 'reply'
>;

const noQuery = z.strictObject({});

/** @throws DomainError ValidationFailed, NotFound for a malformed id */
export function readInput(endpoint: Shapes, request: FastifyRequest) {
  return {
    params: endpoint.params && readParams(endpoint.params, request.params),
    query: parse(endpoint.query ?? noQuery, request.query ?? {}),
    body: endpoint.body ? parse(endpoint.body, request.body ?? {}) : refuseBody(request.body),
  };
}

/** A malformed id belongs to nothing, so the thing is absent. */
function readParams(schema: z.ZodMiniType, params: unknown): unknown {
  const result = schema.safeParse(params);
  if (!result.success) throw new DomainError('NotFound');
  return result.data;
}

function refuseBody(body: unknown): undefined {
  if (body !== undefined && body !== null) parse(noQuery, body);
  return undefined;
}

function parse(schema: z.ZodMiniType, input: unknown): unknown {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new DomainError('ValidationFailed', { fieldErrors: fieldErrorsIn(result.error) });
}

/** As a reply tells them. */
export function fieldErrorsIn({ issues }: z.core.$ZodError): FieldError[] {
  return issues.flatMap(fieldErrorsOf);
}

// Ten thousand unknown fields must not get a reply of ten thousand lines.
const fieldErrorsMax = 20;

function fieldErrorsOf(issue: z.core.$ZodIssue): FieldError[] {
  const field = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, fieldErrorsMax).map((name) => ({
      field: [field, name.slice(0, 100)].filter((part) => part !== '').join('.'),
      key: 'unknownField',
    }));
  }
  return [{ field, key: isValidationKey(issue.message) ? issue.message : 'invalid' }];
}

/** @throws if the handler's reply breaks the contract; only if replies are checked. */
export function checkReply(
  endpoint: Shapes,
  body: unknown,
  { checksReplies }: { checksReplies: boolean },
): void {
  if (endpoint.reply === null || !checksReplies) return;
  const result = endpoint.reply.safeParse(body);
  if (result.success) return;
  throw new Error(`${endpoint.method} ${endpoint.path} broke its contract: ${z.prettifyError(result.error)}`);
}

export function sendReply(
  endpoint: Shapes,
  reply: FastifyReply,
  { body, publicSeconds }: { body: unknown; publicSeconds: number | undefined },
): FastifyReply {
  if (endpoint.reply === null) {
    return reply.code(endpoint.status).header('cache-control', 'no-store').send();
  }
  return reply
    .code(endpoint.status)
    .header('cache-control', publicSeconds === undefined ? 'no-store' : `public, max-age=${publicSeconds}`)
    .type(endpoint.mediaType ?? 'application/json; charset=utf-8')
    .send(body);
}
