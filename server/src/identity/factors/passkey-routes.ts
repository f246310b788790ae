import { endpoints } from '@mercury/contract/api/index.ts';
import type { Bind } from '../../http/bind.ts';
import { translate } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { presentSignedIn } from '../sign-in/present-signed-in.ts';
import { signInWithPasskey } from '../sign-in/sign-in-with-passkey.ts';
import { createAssertionOptions } from './assertion-options.ts';
import { createPasskey } from './create-passkey.ts';
import { deletePasskey } from './delete-passkey.ts';
import { findPasskeysOf } from './find-passkey.ts';
import { offerCreation } from './offer-creation.ts';
import { keepChallenge } from './passkey-challenge.ts';
import { presentPasskey } from './present-passkey.ts';

export function bindPasskeyRoutes(bind: Bind, services: Services): void {
  const { db, config } = services;
  const options = { rateLimit: 'passkey' } as const;

  bind(endpoints.passkeySignInOptions, options, async () => {
    const wish = { userVerification: 'required' } as const;
    const { options: forBrowser, challenge } = await createAssertionOptions(config, wish);
    return {
      success: true,
      options: forBrowser,
      challengeToken: await keepChallenge(db.pool, { challenge }),
    };
  });

  bind(endpoints.passkeySignIn, options, async ({ body, context }) =>
    presentSignedIn(await signInWithPasskey(services, body, context), context.locale),
  );

  bind(endpoints.createPasskeyOptions, { rateLimit: 'proof' }, async ({ session, body, context }) => ({
    success: true,
    ...(await offerCreation(services, { session, proof: body, context })),
  }));

  bind(endpoints.createPasskey, options, async ({ session, body, context }) => ({
    success: true,
    passkey: presentPasskey(await createPasskey(services, session, { ...body, origin: context })),
    message: translate(context.locale, 'users.passkeyAdded'),
  }));

  bind(endpoints.listPasskeys, {}, async ({ session }) => ({
    success: true,
    passkeys: (await findPasskeysOf(db, session.userId)).map(presentPasskey),
  }));

  bind(endpoints.deletePasskey, {}, async ({ session, params, context }) => {
    await deletePasskey(services, session, { passkeyId: params.id, origin: context });
    return { success: true, message: translate(context.locale, 'users.passkeyRemoved') };
  });
}
