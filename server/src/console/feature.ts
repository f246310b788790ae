import type { Feature } from '../feature.ts';
import { bindAudit } from './audit-routes.ts';
import { createConsoleBind } from './bind.ts';
import { guardPlace, consoleUrlOf } from './place.ts';
import { twoFactorRemoval, unfreezing } from './people/acts.ts';
import { bindPeople } from './people/routes.ts';
import { bindProposals } from './proposals/routes.ts';
import type { ProposalAct } from './proposals/act.ts';
import { bindStaff } from './staff/routes.ts';

/** All that needs four eyes. */
const acts: readonly ProposalAct[] = [unfreezing, twoFactorRemoval];

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
    bindPeople(bind, deps);
  },
  personalTables: ['person_look'],
  expiring: [
    { table: 'staff_session', since: 'idle_expires_at' },
    { table: 'staff_challenge', since: 'expires_at' },
    { table: 'person_look', since: 'until' },
  ],
} satisfies Feature;
