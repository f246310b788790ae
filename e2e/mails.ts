import { type APIRequestContext, expect } from '@playwright/test';

interface Mail {
  id: string;
  to: string;
  text: string;
}

/** Asking costs the server next to nothing. */
const pollMs = 50;

interface AskedMail {
  /** Not this one, which is known already: a newer. */
  after?: string;
  /** Part of its text, where other mails may come at the same time. */
  holding?: string | RegExp;
}

async function newestMailTo(
  request: APIRequestContext,
  email: string,
  { holding = '' }: AskedMail,
): Promise<Mail | undefined> {
  const headers = { accept: 'application/json' };
  const list = await request.get('/dev/mail', { headers });
  const { mails }: { mails: Mail[] } = await list.json();
  for (const { id } of mails.filter(({ to }) => to === email)) {
    const mail: Mail = await (await request.get(`/dev/mail/${id}`, { headers })).json();
    if (typeof holding === 'string' ? mail.text.includes(holding) : holding.test(mail.text)) return mail;
  }
  return undefined;
}

/** The newest mail to an address, once there is one; mails are sent by a job a moment after the reply. */
export async function mailTo(
  request: APIRequestContext,
  email: string,
  asked: AskedMail = {},
): Promise<Mail> {
  let mail: Mail | undefined;
  await expect(async () => {
    mail = await newestMailTo(request, email, asked);
    expect(mail?.id).toBeDefined();
    expect(mail?.id).not.toBe(asked.after);
  }, `a mail to ${email}`).toPass({ timeout: 10_000, intervals: [pollMs] });
  if (mail === undefined) throw new Error('a mail was just seen');
  return mail;
}

const codePattern = /^[A-Z0-9]{6}$/m;

/** The code, alone on its line. */
export function codeIn({ text }: Mail): string {
  return partOf(text, codePattern);
}

/** The newest code that was mailed, whatever other mails come at the same time. */
export async function mailedCode(request: APIRequestContext, email: string): Promise<string> {
  return codeIn(await mailTo(request, email, { holding: codePattern }));
}

/** The code of a reset: four groups of four, alone on its line. */
export function longCodeIn({ text }: Mail): string {
  return partOf(text, /^[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3}$/m);
}

/** The link, alone on its line; of several, the one to a path. */
export function linkIn({ text }: Mail, path = '/'): string {
  const links = text.match(/^https?:\/\/\S+$/gm) ?? [];
  const link = links.find((candidate) => new URL(candidate).pathname.startsWith(path));
  if (link === undefined) throw new Error(`there is no link to ${path} in:\n${text}`);
  return link;
}

function partOf(text: string, pattern: RegExp): string {
  const part = pattern.exec(text)?.[0];
  if (part === undefined) throw new Error(`there is no ${pattern} in:\n${text}`);
  return part;
}
