import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { ConsoleEndpoint } from '@mercury/contract/console/endpoint.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction } from '../../db/database.ts';
import { openSecretBox } from '../../encryption.ts';
import { createTotpSecret, presentTotpSecret } from '../../identity/factors/totp.ts';
import { hashPassword } from '../../identity/secrets/password.ts';
import { one } from '../../db/rows.ts';
import type { TestApp, TestReply } from '../../test/app.ts';
import { consoleUrlOf } from '../place.ts';
import { staffTotpPurpose } from '../staff/codes.ts';
import { startStaffSession } from '../staff/sessions.ts';

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

export interface StaffPerson {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly secretKey: string;
  /** Of a session that has just shown both factors. */
  readonly token: string;
}

const password = 'Correct-Horse-7';
let passwordHash: Promise<string> | undefined;

/** Writes what an accepted invitation would. */
export async function makeStaff(testApp: TestApp, role: string): Promise<StaffPerson> {
  const { db, config } = testApp;
  const secretBox = await openSecretBox(config, db);
  const id = uuidv7();
  const email = `${role.replaceAll(' ', '-')}-${id}@staff.example`;
  const secret = createTotpSecret();
  await db.pool.query(
    `insert into staff_member (id, email, name, role, locale, password_hash, secret_sealed)
     values ($1, $2, $3, $4, 'en', $5, $6)`,
    [
      id,
      email,
      `A ${role}`,
      role,
      await (passwordHash ??= hashPassword(password)),
      secretBox.seal(secret, staffTotpPurpose(id)),
    ],
  );
  const { token } = await inTransaction(db, (trx) =>
    startStaffSession(trx, { staffId: id, origin: { networkAddress: '127.0.0.1', userAgent: '' } }),
  );
  return { id, email, password, secretKey: presentTotpSecret(secret, email).secretKey, token };
}

/** What the log says of the newest act. */
export async function newestEntry(testApp: TestApp): Promise<Readonly<Record<string, unknown>>> {
  return one(
    await testApp.db.pool.query(
      `select actor, role, action, subject_id, before, after, reason from audit_entry order by seq desc limit 1`,
    ),
  );
}
