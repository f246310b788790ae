import { endpoints } from '@mercury/contract/api/index.ts';
import { formatAmount } from '@mercury/contract/money/amount.ts';
import { transferLimitOf } from '../../features/transfers/transfer-limit.ts';
import type { Bind } from '../../http/bind.ts';
import { translate } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { listSecurityEvents } from '../events/list-events.ts';
import { presentSession } from '../events/present.ts';
import { proveSession } from '../factors/prove-session.ts';
import { endOneSession, endOtherSessions } from '../sessions/sign-out-elsewhere.ts';
import { freezeByLink } from './freeze-by-link.ts';
import { findProtection, findSessions } from './queries.ts';
import { setPhrase } from './set-phrase.ts';
import { undoEmailChange } from './undo-email-change.ts';

export function bindSecurityRoutes(bind: Bind, services: Services): void {
  bindProtectionRoutes(bind, services);
  bindSessionRoutes(bind, services);
  bindLinkRoutes(bind, services);
}

function bindProtectionRoutes(bind: Bind, services: Services): void {
  bind(endpoints.prove, { rateLimit: 'proof' }, async ({ session, body, context }) => {
    await proveSession(services, { session, proof: body, context });
    return { success: true, message: translate(context.locale, 'auth.proved') };
  });

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

  bind(endpoints.setPhrase, { rateLimit: 'proof' }, async ({ session, body, context }) => {
    await setPhrase(services, { session, phrase: body.phrase, origin: context });
    return { success: true, message: translate(context.locale, 'users.phraseSet') };
  });

  bind(endpoints.listSecurityEvents, {}, async ({ session, query }) => ({
    success: true,
    ...(await listSecurityEvents(services.db, { userId: session.userId, cursor: query.cursor })),
  }));
}

function bindSessionRoutes(bind: Bind, services: Services): void {
  bind(endpoints.listSessions, {}, async ({ session }) => {
    const rows = await findSessions(services.db, session);
    return { success: true, sessions: rows.map((row) => presentSession(row, session.id)) };
  });

  bind(endpoints.endSession, {}, async ({ session, params, context }) => {
    await endOneSession(services, { session, sessionId: params.id, origin: context });
    return { success: true, message: translate(context.locale, 'users.sessionEnded') };
  });

  bind(endpoints.endOtherSessions, {}, async ({ session, context }) => {
    await endOtherSessions(services, { session, origin: context });
    return { success: true, message: translate(context.locale, 'users.otherSessionsEnded') };
  });
}

function bindLinkRoutes(bind: Bind, services: Services): void {
  bind(endpoints.freezeAccount, { rateLimit: 'mailedLink' }, async ({ body, context }) => {
    const outcome = await freezeByLink(services, body.token, context);
    return { success: true, message: translate(context.locale, `auth.${outcome}`) };
  });

  bind(endpoints.undoEmailChange, { rateLimit: 'mailedLink' }, async ({ body, context }) => {
    await undoEmailChange(services, body.token, context);
    return { success: true, message: translate(context.locale, 'auth.emailChangeUndone') };
  });
}
