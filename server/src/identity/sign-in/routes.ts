import type { SignedIn } from '@mercury/contract/api/auth.ts';
import { endpoints } from '@mercury/contract/api/index.ts';
import type { Locale } from '@mercury/contract/locales.ts';
import type { Bind } from '../../http/bind.ts';
import { translate } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { createAssertionOptions } from '../factors/passkey-assertion.ts';
import { keepChallenge } from '../factors/passkey-ceremony.ts';
import { findPasskeysOf, presentPasskey } from '../factors/passkeys.ts';
import { presentUser, type UserRow } from '../person/person.ts';
import { askPasswordReset } from './ask-password-reset.ts';
import { logIn } from './log-in.ts';
import { register } from './register.ts';
import { findPasswordReset, readResetProof, resetPassword } from './reset-password.ts';
import {
  offerPasskeys,
  signInWithCode,
  signInWithPasskeyFactor,
  signInWithRecoveryCode,
} from './second-step.ts';
import { signInWithPasskey } from './sign-in-with-passkey.ts';

export function bindSignInRoutes(bind: Bind, services: Services): void {
  bindPassword(bind, services);
  bindSecondStep(bind, services);
  bindPasskey(bind, services);
  bindPasswordReset(bind, services);
}

function bindPassword(bind: Bind, services: Services): void {
  bind(endpoints.register, { rateLimit: 'register' }, async ({ body, context }) => {
    await register(services, body, context);
    return {
      success: true,
      data: { user: presentRegistered(body) },
      message: translate(context.locale, 'auth.registered'),
    };
  });

  bind(endpoints.login, { rateLimit: 'login' }, async ({ body, context }) => {
    const outcome = await logIn(services, body, context);
    if ('tempToken' in outcome) {
      return {
        success: true,
        requiresTwoFactor: true,
        ...outcome,
        message: translate(context.locale, 'auth.twoFactorRequired'),
      };
    }
    return presentSignedIn(outcome, context.locale);
  });
}

function bindSecondStep(bind: Bind, services: Services): void {
  const options = { rateLimit: 'secondFactor' } as const;

  bind(endpoints.verifyTwoFactorSignIn, options, async ({ body, context }) =>
    presentSignedIn(await signInWithCode(services, body, context), context.locale),
  );

  bind(endpoints.recoverTwoFactorSignIn, options, async ({ body, context }) =>
    presentSignedIn(await signInWithRecoveryCode(services, body, context), context.locale),
  );

  bind(endpoints.passkeyTwoFactorOptions, options, async ({ body }) => ({
    success: true,
    options: await offerPasskeys(services, body.tempToken),
  }));

  bind(endpoints.passkeyTwoFactorSignIn, options, async ({ body, context }) =>
    presentSignedIn(await signInWithPasskeyFactor(services, body, context), context.locale),
  );
}

/** By a passkey alone. */
function bindPasskey(bind: Bind, services: Services): void {
  const options = { rateLimit: 'passkey' } as const;

  bind(endpoints.passkeySignInOptions, options, async () => {
    const wish = { userVerification: 'required' } as const;
    const { options: forBrowser, challenge } = await createAssertionOptions(services.config, wish);
    return {
      success: true,
      options: forBrowser,
      challengeToken: await keepChallenge(services.db.pool, { challenge }),
    };
  });

  bind(endpoints.passkeySignIn, options, async ({ body, context }) =>
    presentSignedIn(await signInWithPasskey(services, body, context), context.locale),
  );
}

function bindPasswordReset(bind: Bind, services: Services): void {
  const { db } = services;

  bind(endpoints.forgotPassword, { rateLimit: 'forgotPassword' }, async ({ body, context }) => {
    await askPasswordReset(db, body, context);
    return { success: true, message: translate(context.locale, 'auth.resetSent') };
  });

  bind(endpoints.validateResetToken, { rateLimit: 'resetPassword' }, async ({ body, context }) => {
    const reset = await findPasswordReset(db, readResetProof(body.token));
    return {
      success: true,
      valid: reset !== undefined,
      message: translate(
        context.locale,
        reset === undefined ? 'errors.InvalidOrExpiredToken' : 'auth.resetTokenValid',
      ),
      expiresIn: reset?.expiresInSeconds ?? 0,
      passkeys: reset === undefined ? [] : (await findPasskeysOf(db, reset.userId)).map(presentPasskey),
      twoFactorEnabled: reset?.isTwoFactorOn ?? false,
    };
  });

  bind(endpoints.resetPassword, { rateLimit: 'resetPassword' }, async ({ body, context }) => {
    await resetPassword(services, body, context);
    return { success: true, message: translate(context.locale, 'auth.passwordReset') };
  });
}

function presentSignedIn({ token, user }: { token: string; user: UserRow }, locale: Locale): SignedIn {
  return { success: true, token, user: presentUser(user), message: translate(locale, 'auth.loggedIn') };
}

/** Built from the input alone, so that a taken email makes no difference. */
function presentRegistered({ username, email }: { username: string; email: string }) {
  return { username, email, name: username, emailVerified: false, twoFactorEnabled: false } as const;
}
