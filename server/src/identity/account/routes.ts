import { endpoints } from '@mercury/contract/api/index.ts';
import type { Locale } from '@mercury/contract/locales.ts';
import { formatAmount } from '@mercury/contract/money/amount.ts';
import { transferLimitOf } from '../../features/transfers/transfer-limit.ts';
import type { Bind } from '../../http/bind.ts';
import { translate } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { listSecurityEvents } from '../events/list-events.ts';
import { getUser, presentUser } from '../person/person.ts';
import { changePassword } from './change-password.ts';
import { changeProfile, setPhrase } from './change-profile.ts';
import { deleteAccount } from './delete-account.ts';
import { freezeByLink } from './freeze-by-link.ts';
import { findProtection } from './queries.ts';
import { undoEmailChange } from './undo-email-change.ts';

export function bindAccountRoutes(bind: Bind, services: Services): void {
  bindProfile(bind, services);
  bindProtection(bind, services);
  bindMailedLinks(bind, services);

  const leaving = { rateLimit: 'proof', clearsBrowserCache: true } as const;
  bind(endpoints.deleteAccount, leaving, async ({ session, body, context }) => {
    await deleteAccount(services, { session, input: body, context });
    return { success: true, message: translate(context.locale, 'users.deleted') };
  });
}

function bindProfile(bind: Bind, services: Services): void {
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

function bindProtection(bind: Bind, services: Services): void {
  bind(endpoints.getSecurity, {}, async ({ session }) => {
    const row = await findProtection(services.db, session);
    return {
      success: true,
      security: {
        twoFactorEnabled: row.is_two_factor_on,
        recoveryCodesLeft: row.recovery_codes_left,
        canRenewTwoFactor: row.can_renew_two_factor,
        phrase: row.phrase,
        pendingEmail: row.pending_email,
        transferLimitUsd: formatAmount(transferLimitOf(row)),
      },
    };
  });

  bind(endpoints.changePassword, { rateLimit: 'proof' }, async ({ session, body, context }) => {
    const removedPasskeys = await changePassword(services, { session, input: body, context });
    return { success: true, message: passwordUpdatedText(context.locale, removedPasskeys) };
  });

  bind(endpoints.setPhrase, { rateLimit: 'proof' }, async ({ session, body, context }) => {
    await setPhrase(services, { session, phrase: body.phrase, origin: context });
    return { success: true, message: translate(context.locale, 'users.phraseSet') };
  });

  bind(endpoints.listSecurityEvents, {}, async ({ session, query }) => ({
    success: true,
    ...(await listSecurityEvents(services.db, { userId: session.userId, cursor: query.cursor })),
  }));
}

/** A passkey may have any name. The marks isolate it, so that a right-to-left name can't reorder the sentence. */
function passwordUpdatedText(locale: Locale, removedPasskeys: readonly string[]): string {
  if (removedPasskeys.length === 0) return translate(locale, 'users.passwordUpdated');
  const names = removedPasskeys.map((name) => `\u2068${name}\u2069`);
  return translate(locale, 'users.passwordUpdatedPasskeysRemoved', {
    names: new Intl.ListFormat(locale).format(names),
  });
}

function bindMailedLinks(bind: Bind, services: Services): void {
  bind(endpoints.freezeAccount, { rateLimit: 'mailedLink' }, async ({ body, context }) => {
    const outcome = await freezeByLink(services, body.token, context);
    return { success: true, message: translate(context.locale, `auth.${outcome}`) };
  });

  bind(endpoints.undoEmailChange, { rateLimit: 'mailedLink' }, async ({ body, context }) => {
    await undoEmailChange(services, body.token, context);
    return { success: true, message: translate(context.locale, 'auth.emailChangeUndone') };
  });
}
