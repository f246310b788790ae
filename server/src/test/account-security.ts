import { one } from '../db/rows.ts';
import type { KeptMail } from '../mail/outbox.ts';
import type { TestApp } from './app.ts';
import { signedIn, type SignedInPerson } from './person.ts';

/** Opens another session of a person, as from another browser. */
export async function signInAgain(testApp: TestApp, person: SignedInPerson): Promise<string> {
  const { username, password } = person;
  return signedIn(await testApp.call('POST', '/auth/login', { body: { username, password } })).token;
}

export async function isSignedIn(testApp: TestApp, token: string): Promise<boolean> {
  const { status } = await testApp.call('GET', '/users/profile', { token });
  if (status !== 200 && status !== 401) throw new Error(`the profile answered ${status}`);
  return status === 200;
}

/** The token of the link to one of our pages, for example `/freeze-account`. */
export function tokenIn(mail: KeptMail | undefined, page: string): string {
  const links = [...(mail?.text ?? '').matchAll(/^https?:\/\/\S+$/gm)].map(([link]) => new URL(link));
  const link = links.find(({ pathname }) => pathname === page);
  const token = link?.searchParams.get('token') ?? new URLSearchParams(link?.hash.slice(1)).get('token');
  if (token === null) throw new Error(`no ${page} in ${JSON.stringify(mail)}`);
  return token;
}

export async function mailWithLink(testApp: TestApp, email: string, page: string): Promise<KeptMail> {
  const found = (await testApp.mailsTo(email)).find(({ text }) =>
    [`${page}?token=`, `${page}#token=`].some((link) => text.includes(link)),
  );
  if (found === undefined) throw new Error(`${email} has no mail with a link to ${page}`);
  return found;
}

export async function countMails(testApp: TestApp, email: string, template: string): Promise<number> {
  return one(
    await testApp.db.pool.query<{ count: number }>(
      `select count(*)::integer as count from outgoing_mail where lower(recipient) = lower($1) and template = $2`,
      [email, template],
    ),
  ).count;
}

export async function eventKinds(testApp: TestApp, userId: string): Promise<string[]> {
  const { rows } = await testApp.db.pool.query<{ kind: string }>(
    'select kind from security_event where user_id = $1 order by created_at desc, id desc',
    [userId],
  );
  return rows.map(({ kind }) => kind);
}
