import { endpoints } from '@mercury/contract/api/index.ts';
import type { Bind } from '../../http/bind.ts';
import { translate } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { presentUser } from '../users/present-user.ts';
import { logIn } from './log-in.ts';
import { logOut } from './log-out.ts';
import { register } from './register.ts';
import { presentSignedIn } from './present-signed-in.ts';
import { resendVerification } from './resend-verification.ts';
import { verifyCode } from './verify-code.ts';
import { verifyEmail } from './verify-email.ts';

export function bindAuthRoutes(bind: Bind, services: Services): void {
  const { db } = services;

  bind(endpoints.register, { rateLimit: 'register' }, async ({ body, context }) => {
    await register(db, body, context);
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

  bind(endpoints.logout, {}, async ({ session, context }) => {
    await logOut(services, session, context);
    return { success: true, message: translate(context.locale, 'auth.loggedOut') };
  });

  bind(endpoints.verifyEmail, { rateLimit: 'verifyLink' }, async ({ query, context }) => {
    await verifyEmail(db, query.token);
    return { success: true, message: translate(context.locale, 'auth.emailVerified') };
  });

  bind(endpoints.verifyCode, { rateLimit: 'verifyCode' }, async ({ body, bearerToken, context }) => {
    const { token, user } = await verifyCode(db, { ...body, username: body.username, bearerToken }, context);
    return {
      success: true,
      token,
      user: presentUser(user),
      message: translate(context.locale, 'auth.emailVerified'),
    };
  });

  bind(endpoints.resendVerification, { rateLimit: 'resend' }, async ({ body, bearerToken, context }) => {
    await resendVerification(db, { email: body.email, username: body.username, bearerToken });
    return { success: true, message: translate(context.locale, 'auth.verificationSent') };
  });
}

/** Made from the input alone, so that it can't differ where the email was taken. */
function presentRegistered({ username, email }: { username: string; email: string }) {
  return { username, email, name: username, emailVerified: false, twoFactorEnabled: false } as const;
}
