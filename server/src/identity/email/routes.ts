import { endpoints } from '@mercury/contract/api/index.ts';
import type { Bind } from '../../http/bind.ts';
import { translate } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { presentUser } from '../person/person.ts';
import { askEmailChange, proveNewEmail } from './change-email.ts';
import { resendVerification } from './issue-verification.ts';
import { verifyCode } from './verify-code.ts';
import { verifyEmail } from './verify-email.ts';

export function bindEmailRoutes(bind: Bind, services: Services): void {
  bindVerification(bind, services);
  bindChange(bind, services);
}

function bindVerification(bind: Bind, services: Services): void {
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
    const caller = { email: body.email, username: body.username, bearerToken };
    await resendVerification(services.db, caller, context);
    return { success: true, message: translate(context.locale, 'auth.verificationSent') };
  });
}

function bindChange(bind: Bind, services: Services): void {
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
}
