import { endpoints } from '@mercury/contract/api/index.ts';
import type { Bind } from '../../http/bind.ts';
import { translate } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { endOneSession, endOtherSessions, logOut, logOutByHash } from './end-sessions.ts';
import { listSessions } from './list-sessions.ts';

export function bindSessionRoutes(bind: Bind, services: Services): void {
  bind(endpoints.logout, { clearsBrowserCache: true }, async ({ session, context }) => {
    await logOut(services, session, context);
    return { success: true, message: translate(context.locale, 'auth.loggedOut') };
  });

  const byHash = { rateLimit: 'logoutByHash', clearsBrowserCache: true } as const;
  bind(endpoints.logoutByHash, byHash, async ({ body, context }) => {
    await logOutByHash(services, body.tokenHash, context);
    return { success: true, message: translate(context.locale, 'auth.loggedOut') };
  });

  bind(endpoints.listSessions, {}, async ({ session }) => ({
    success: true,
    sessions: await listSessions(services.db, session),
  }));

  bind(endpoints.endSession, {}, async ({ session, params, context }) => {
    await endOneSession(services, { session, sessionId: params.id, origin: context });
    return { success: true, message: translate(context.locale, 'users.sessionEnded') };
  });

  bind(endpoints.endOtherSessions, {}, async ({ session, context }) => {
    await endOtherSessions(services, { session, origin: context });
    return { success: true, message: translate(context.locale, 'users.otherSessionsEnded') };
  });
}
