import type { Feature } from '../feature.ts';
import { bindAudit } from './audit-routes.ts';
import { createConsoleBind } from './bind.ts';
import { bindDeposits } from './deposits/routes.ts';
import { guardPlace, consoleUrlOf } from './place.ts';
import { bindProposals } from './proposals/routes.ts';
import type { ProposalAct } from './proposals/act.ts';
import { bindStaff } from './staff/routes.ts';
import { releaseLarge } from './withdrawals/release-large.ts';
import { bindWithdrawals } from './withdrawals/routes.ts';

/** All that needs four eyes. */
const acts: readonly ProposalAct[] = [releaseLarge];

/** The operator's side. No customer is known here, and no member of staff anywhere else. */
export const operatorConsole = {
  name: 'console',
  async installRoutes(app, { services, rateLimiter, checksReplies }) {
    guardPlace(app, services.config);
    const deps = { services, rateLimiter, checksReplies, consoleUrl: consoleUrlOf(services.config) };
    const bind = createConsoleBind(app, deps);
    bindStaff(bind, deps);
    bindAudit(bind, deps);
    bindProposals(bind, deps, acts);
    bindWithdrawals(bind, deps);
    bindDeposits(bind, deps);
  },
  expiring: [
    { table: 'staff_session', since: 'idle_expires_at' },
    { table: 'staff_challenge', since: 'expires_at' },
  ],
} satisfies Feature;
