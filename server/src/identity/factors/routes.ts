import { endpoints } from '@mercury/contract/api/index.ts';
import type { Bind } from '../../http/bind.ts';
import { translate } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { presentUser } from '../person/present-user.ts';
import { offerPasskeys } from '../sign-in/offer-passkeys.ts';
import { presentSignedIn } from '../sign-in/present-signed-in.ts';
import { signInWithPasskeyFactor } from '../sign-in/second-step.ts';
import { signInWithCode } from '../sign-in/sign-in-with-code.ts';
import { signInWithRecoveryCode } from '../sign-in/sign-in-with-recovery-code.ts';
import { enableTwoFactor } from './enable-two-factor.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import { setUpTwoFactor } from './set-up-two-factor.ts';
import { disableTwoFactor } from './turn-off-two-factor.ts';

export function bindTwoFactorRoutes(bind: Bind, services: Services): void {
  bindSecondStep(bind, services);
  bindManagement(bind, services);
}

/** Of a sign-in. */
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

function bindManagement(bind: Bind, services: Services): void {
  const options = { rateLimit: 'proof' } as const;

  bind(endpoints.setUpTwoFactor, options, async ({ session, body, context }) => ({
    success: true,
    data: await setUpTwoFactor(services, session, { password: body.password, origin: context }),
    message: translate(context.locale, 'users.twoFactorSetUp'),
  }));

  bind(endpoints.verifyTwoFactor, options, async ({ session, body, context }) => {
    const enabled = await enableTwoFactor(services, session, { code: body.token, origin: context });
    return {
      success: true,
      data: { user: presentUser(enabled.user), recoveryCodes: [...enabled.recoveryCodes] },
      message: translate(context.locale, 'users.twoFactorEnabled'),
    };
  });

  bind(endpoints.disableTwoFactor, options, async ({ session, body, context }) => {
    const shown = { password: body.password, code: body.token, origin: context };
    return {
      success: true,
      data: { user: presentUser(await disableTwoFactor(services, session, shown)) },
      message: translate(context.locale, 'users.twoFactorDisabled'),
    };
  });

  bind(endpoints.renewRecoveryCodes, options, async ({ session, body, context }) => {
    const shown = { password: body.password, code: body.token, origin: context };
    return {
      success: true,
      data: { recoveryCodes: [...(await renewRecoveryCodes(services, session, shown))] },
      message: translate(context.locale, 'users.recoveryCodesMade'),
    };
  });
}
