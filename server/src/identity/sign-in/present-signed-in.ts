import type { SignedIn } from '@mercury/contract/api/auth.ts';
import type { Locale } from '@mercury/contract/locales.ts';
import { translate } from '../../i18n/translate.ts';
import type { UserRow } from '../person/person.ts';
import { presentUser } from '../person/present-user.ts';

/** What every way of signing in answers. */
export function presentSignedIn({ token, user }: { token: string; user: UserRow }, locale: Locale): SignedIn {
  return { success: true, token, user: presentUser(user), message: translate(locale, 'auth.loggedIn') };
}
