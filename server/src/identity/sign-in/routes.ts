import { endpoints } from '@mercury/contract/api/index.ts';
import type { Bind } from '../../http/bind.ts';
import { translate } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { resendVerification } from '../email/resend-verification.ts';
import { verifyCode } from '../email/verify-code.ts';
import { verifyEmail } from '../email/verify-email.ts';
import { findPasskeysOf } from '../factors/find-passkey.ts';
import { presentPasskey } from '../factors/present-passkey.ts';
import { presentUser } from '../person/present-user.ts';
import { logOut, logOutByHash } from '../sessions/log-out.ts';
import { askPasswordReset } from './ask-password-reset.ts';
import { findPasswordReset, readResetProof } from './find-password-reset.ts';
import { logIn } from './log-in.ts';
import { presentSignedIn } from './present-signed-in.ts';
import { register } from './register.ts';
import { resetPassword } from './reset-password.ts';

export function bindAuthRoutes(bind: Bind, services: Services): void {
  bindSignIn(bind, services);
  bindVerification(bind, services);
  bindPasswordReset(bind, services);
}

function bindSignIn(bind: Bind, services: Services): void {
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

  bind(endpoints.logout, { clearsBrowserCache: true }, async ({ session, context }) => {
    await logOut(services, session, context);
    return { success: true, message: translate(context.locale, 'auth.loggedOut') };
  });

  const byHash = { rateLimit: 'logoutByHash', clearsBrowserCache: true } as const;
  bind(endpoints.logoutByHash, byHash, async ({ body, context }) => {
    await logOutByHash(services, body.tokenHash, context);
    return { success: true, message: translate(context.locale, 'auth.loggedOut') };
  });
}

function bindVerification(bind: Bind, services: Services): void {
  const { db } = services;

  bind(endpoints.verifyEmail, { rateLimit: 'verifyLink' }, async ({ query, bearerToken, context }) => {
    await verifyEmail(services, { token: query.token, bearerToken }, context);
    return { success: true, message: translate(context.locale, 'auth.emailVerified') };
  });

  bind(endpoints.verifyCode, { rateLimit: 'verifyCode' }, async ({ body, bearerToken, context }) => {
    const proof = { ...body, username: body.username, bearerToken };
    const { token, user } = await verifyCode(services, proof, context);
    return {
      success: true,
      token,
      user: presentUser(user),
      message: translate(context.locale, 'auth.emailVerified'),
    };
  });

  bind(endpoints.resendVerification, { rateLimit: 'resend' }, async ({ body, bearerToken, context }) => {
    await resendVerification(db, { email: body.email, username: body.username, bearerToken }, context);
    return { success: true, message: translate(context.locale, 'auth.verificationSent') };
  });
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

/** Made from the input alone, so that it can't differ where the email was taken. */
function presentRegistered({ username, email }: { username: string; email: string }) {
  return { username, email, name: username, emailVerified: false, twoFactorEnabled: false } as const;
}
