import { endpoints } from '@mercury/contract/api/index.ts';
import type { Bind } from '../../http/bind.ts';
import type { Services } from '../../services.ts';
import { createKey, endKey, listKeys, renewKey } from './manage-keys.ts';

export function bindApiKeyRoutes(bind: Bind, services: Services): void {
  bind(endpoints.listApiKeys, {}, async ({ session }) => ({
    success: true,
    keys: await listKeys(services.db, session.userId),
  }));

  bind(endpoints.createApiKey, { rateLimit: 'proof' }, async ({ session, body, context }) => {
    const { key, secret } = await createKey(services, session, { input: body, origin: context });
    return { success: true, key, ...(secret !== undefined && { secret }) };
  });

  bind(endpoints.renewApiKey, { rateLimit: 'proof' }, async ({ session, params, context }) => ({
    success: true,
    key: await renewKey(services, session, { keyId: params.id, origin: context }),
  }));

  bind(endpoints.endApiKey, {}, async ({ session, params, context }) => {
    await endKey(services, session, { keyId: params.id, origin: context });
  });
}
