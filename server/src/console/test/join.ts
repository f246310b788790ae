import * as access from '@mercury/contract/console/access.ts';
import type { TestApp } from '../../test/app.ts';
import { codeOf } from '../../test/two-factor.ts';
import { callConsole, consoleSuccess } from './console-client.ts';

/** Opens an invitation by the token of its link. Returns the token of the session. */
export async function joinByPassword(testApp: TestApp, token: string): Promise<string> {
  const offered = await callConsole(testApp, access.invitationAuthenticator, { body: { token } });
  const { secretKey } = consoleSuccess(access.invitationAuthenticator, offered);
  const body = { token, name: 'New here', password: 'Correct-Horse-8', twoFactorCode: codeOf({ secretKey }) };
  const joined = await callConsole(testApp, access.acceptWithPassword, { body });
  consoleSuccess(access.acceptWithPassword, joined);
  return joined.token ?? '';
}
