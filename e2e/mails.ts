import { type APIRequestContext, expect } from '@playwright/test';

interface Mail {
  id: string;
  to: string;
  text: string;
}

async function newestMailTo(request: APIRequestContext, email: string): Promise<Mail | undefined> {
  const headers = { accept: 'application/json' };
  const list = await request.get('/dev/mail', { headers });
  const { mails }: { mails: Mail[] } = await list.json();
  const found = mails.find(({ to }) => to === email);
  if (found === undefined) return undefined;
  const mail = await request.get(`/dev/mail/${found.id}`, { headers });
  return mail.json();
}

interface AskedMail {
  /** Not this one, which is known already: a newer. */
  after?: string;
}

/** The newest mail to an address, once there is one; mails are sent by a job a moment after the reply. */
export async function mailTo(
  request: APIRequestContext,
  email: string,
  { after }: AskedMail = {},
): Promise<Mail> {
  let mail: Mail | undefined;
  await expect(async () => {
    mail = await newestMailTo(request, email);
    expect(mail?.id).toBeDefined();
    expect(mail?.id).not.toBe(after);
  }, `a mail to ${email}`).toPass({ timeout: 10_000 });
  if (mail === undefined) throw new Error('a mail was just seen');
  return mail;
}

/** The code, alone on its line. */
export function codeIn({ text }: Mail): string {
  return partOf(text, /^[A-Z0-9]{6}$/m);
}

/** The link, alone on its line. */
export function linkIn({ text }: Mail): string {
  return partOf(text, /^https?:\/\/\S+$/m);
}

function partOf(text: string, pattern: RegExp): string {
  const part = pattern.exec(text)?.[0];
  if (part === undefined) throw new Error(`there is no ${pattern} in:\n${text}`);
  return part;
}
