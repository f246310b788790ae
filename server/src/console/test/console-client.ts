import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { ConsoleEndpoint } from '@mercury/contract/console/endpoint.ts';
import { one } from '../../db/rows.ts';
import type { TestApp, TestReply } from '../../test/app.ts';
import { consoleUrlOf } from '../place.ts';
import { insertStaff, type StaffPerson } from './insert-staff.ts';

export type { StaffPerson };

export interface ConsoleCallOptions {
  readonly body?: unknown;
  /** The token of a session, as its cookie carries it. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly networkAddress?: string;
}

/** Calls as a page of the console does. */
export async function callConsole(
  { app, config }: TestApp,
  { method, path }: Pick<ConsoleEndpoint, 'method' | 'path'>,
  { body, token, headers, networkAddress = '127.0.0.1' }: ConsoleCallOptions = {},
): Promise<TestReply & { readonly token: string | undefined }> {
  const reply = await app.inject({
    method,
    url: `/console/api${path}`,
    remoteAddress: networkAddress,
    headers: {
      origin: consoleUrlOf(config).origin,
      ...(token !== undefined && { cookie: `mercury-console=${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  const isJson = String(reply.headers['content-type']).startsWith('application/json');
  return {
    status: reply.statusCode,
    headers: reply.headers,
    body: isJson ? reply.json() : reply.body,
    token: reply.cookies.find(({ name }) => name === 'mercury-console')?.value,
  };
}

/** The reply as the contract types it. */
export function consoleSuccess<E extends ConsoleEndpoint>(endpoint: E, reply: TestReply): ReplyOf<E> {
  if (reply.status !== endpoint.status) {
    throw new Error(
      `${endpoint.method} ${endpoint.path} answered ${reply.status}: ${JSON.stringify(reply.body)}`,
    );
  }
  return reply.body;
}

export function makeStaff(testApp: TestApp, role: string): Promise<StaffPerson> {
  return insertStaff(testApp, { role, name: `A ${role}` });
}

/** What the log says of the newest act. */
export async function newestEntry(testApp: TestApp): Promise<Readonly<Record<string, unknown>>> {
  return one(
    await testApp.db.pool.query(
      `select actor, role, action, subject_id, before, after, reason from audit_entry order by seq desc limit 1`,
    ),
  );
}
