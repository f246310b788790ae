import type { Feature } from '../feature.ts';
import { closeDays } from '../ledger/ledger.ts';
import { bindAnnouncements } from './announcements/routes.ts';
import { bindAudit } from './audit-routes.ts';
import { createConsoleBind } from './bind.ts';
import { runCheck } from './books/check-books.ts';
import { correctBooks } from './books/correct.ts';
import { bindBooks } from './books/routes.ts';
import { bindMessages } from './messages/routes.ts';
import { guardPlace, consoleUrlOf } from './place.ts';
import { bindProposals } from './proposals/routes.ts';
import type { ProposalAct } from './proposals/act.ts';
import { bindStaff } from './staff/routes.ts';

/** All that needs four eyes. */
const acts: readonly ProposalAct[] = [correctBooks];

declare module '../jobs/queue.ts' {
  interface JobPayloads {
    /** A proof of the books that somebody waits for. */
    'check-books': { readonly checkId: string };
    /** Runs every night: keeps what the house's accounts came to. */
    'close-days': object;
  }
}

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
    bindBooks(bind, deps);
    bindMessages(bind, deps);
    bindAnnouncements(bind, deps);
  },
  jobs: { 'check-books': runCheck, 'close-days': ({ db }) => closeDays(db) },
  schedules: { 'close-days': '20 1 * * *' },
  expiring: [
    { table: 'staff_session', since: 'idle_expires_at' },
    { table: 'staff_challenge', since: 'expires_at' },
    { table: 'books_check', since: 'ended_at', keptFor: { days: 180 } },
  ],
} satisfies Feature;
