import { endpoints } from '@mercury/contract/api/index.ts';
import type { Locale } from '@mercury/contract/locales.ts';
import type { Bind } from '../../http/bind.ts';
import { translate } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { askEmailChange } from '../email/change-email.ts';
import { proveNewEmail } from '../email/prove-new-email.ts';
import { getUser } from '../person/person.ts';
import { presentUser } from '../person/present-user.ts';
import { changePassword } from './change-password.ts';
import { changeProfile } from './change-profile.ts';
import { deleteAccount } from './delete-account.ts';

export function bindUserRoutes(bind: Bind, services: Services): void {
  bindProfileRoutes(bind, services);

  bind(endpoints.changePassword, { rateLimit: 'proof' }, async ({ session, body, context }) => {
    const removedPasskeys = await changePassword(services, { session, input: body, context });
    return { success: true, message: passwordUpdatedText(context.locale, removedPasskeys) };
  });

  bind(endpoints.changeEmail, { rateLimit: 'proof' }, async ({ session, body, context }) => {
    await askEmailChange(services, { session, input: body, context });
    return { success: true, message: translate(context.locale, 'users.emailChangeSent') };
  });

  bind(endpoints.verifyNewEmail, { rateLimit: 'verifyCode' }, async ({ session, body, context }) => {
    const user = await proveNewEmail(services, { session, code: body.code, origin: context });
    return {
      success: true,
      data: { user: presentUser(user) },
      message: translate(context.locale, 'users.emailChanged'),
    };
  });

  const leaving = { rateLimit: 'proof', clearsBrowserCache: true } as const;
  bind(endpoints.deleteAccount, leaving, async ({ session, body, context }) => {
    await deleteAccount(services, { session, input: body, context });
    return { success: true, message: translate(context.locale, 'users.deleted') };
  });
}

/** A passkey may have any name: it stands apart, so that it turns no sentence around. */
function passwordUpdatedText(locale: Locale, removedPasskeys: readonly string[]): string {
  if (removedPasskeys.length === 0) return translate(locale, 'users.passwordUpdated');
  const names = removedPasskeys.map((name) => `\u2068${name}\u2069`);
  return translate(locale, 'users.passwordUpdatedPasskeysRemoved', {
    names: new Intl.ListFormat(locale).format(names),
  });
}

function bindProfileRoutes(bind: Bind, services: Services): void {
  bind(endpoints.getProfile, {}, async ({ session }) => ({
    success: true,
    data: { user: presentUser(await getUser(services.db.kysely, session.userId)) },
  }));

  bind(endpoints.updateProfile, {}, async ({ session, body, context }) => ({
    success: true,
    data: {
      user: presentUser(await changeProfile(services, session.userId, { input: body, origin: context })),
    },
    message: translate(context.locale, 'users.profileUpdated'),
  }));
}
