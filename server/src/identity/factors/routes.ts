import { endpoints } from '@mercury/contract/api/index.ts';
import type { Bind } from '../../http/bind.ts';
import { translate } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { presentUser } from '../person/person.ts';
import { proveSession } from './check-proof.ts';
import { createPasskey, offerCreation } from './create-passkey.ts';
import { deletePasskey, findPasskeysOf, presentPasskey } from './passkeys.ts';
import { renewRecoveryCodes } from './recovery-codes.ts';
import { enableTwoFactor, setUpTwoFactor } from './set-up-two-factor.ts';
import { disableTwoFactor } from './turn-off-two-factor.ts';

export function bindFactorRoutes(bind: Bind, services: Services): void {
  bind(endpoints.prove, { rateLimit: 'proof' }, async ({ session, body, context }) => {
    await proveSession(services, { session, proof: body, context });
    return { success: true, message: translate(context.locale, 'auth.proved') };
  });

  bindTwoFactor(bind, services);
  bindPasskeys(bind, services);
}

function bindTwoFactor(bind: Bind, services: Services): void {
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

function bindPasskeys(bind: Bind, services: Services): void {
  bind(endpoints.createPasskeyOptions, { rateLimit: 'proof' }, async ({ session, body, context }) => ({
    success: true,
    ...(await offerCreation(services, { session, proof: body, context })),
  }));

  bind(endpoints.createPasskey, { rateLimit: 'passkey' }, async ({ session, body, context }) => ({
    success: true,
    passkey: presentPasskey(await createPasskey(services, session, { ...body, origin: context })),
    message: translate(context.locale, 'users.passkeyAdded'),
  }));

  bind(endpoints.listPasskeys, {}, async ({ session }) => ({
    success: true,
    passkeys: (await findPasskeysOf(services.db, session.userId)).map(presentPasskey),
  }));

  bind(endpoints.deletePasskey, {}, async ({ session, params, context }) => {
    await deletePasskey(services, session, { passkeyId: params.id, origin: context });
    return { success: true, message: translate(context.locale, 'users.passkeyRemoved') };
  });
}
