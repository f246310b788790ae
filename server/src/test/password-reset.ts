import { endpoints } from '@mercury/contract/api/index.ts';
import type { TestApp, TestReply } from './app.ts';
import { succeeded } from './app.ts';
import { linkIn } from './person.ts';

export interface MailedReset {
  readonly token: string;
  readonly code: string;
}

/** A password that every rule accepts. */
export const newPassword = 'Brave new horse 9';

export async function askForReset(testApp: TestApp, email: string): Promise<MailedReset> {
  const reply = await testApp.call('POST', '/auth/forgot-password', { body: { email } });
  succeeded(endpoints.forgotPassword, reply);
  const [mail] = await testApp.mailsTo(email);
  const code = /^[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}$/m.exec(mail?.text ?? '')?.[0];
  const token = linkIn(mail).searchParams.get('token');
  if (code === undefined || token === null) throw new Error(`there is no reset in ${JSON.stringify(mail)}`);
  return { token, code };
}

interface ResetWish {
  readonly password?: string;
  readonly headers?: Record<string, string>;
  readonly keepPasskeyIds?: readonly string[];
}

export function resetWith(
  testApp: TestApp,
  token: string,
  { password = newPassword, headers = {}, keepPasskeyIds }: ResetWish = {},
): Promise<TestReply> {
  return testApp.call('POST', '/auth/reset-password', {
    body: { token, password, confirmPassword: password, keepPasskeyIds },
    headers,
  });
}
