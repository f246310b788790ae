import type { Feature } from '../feature.ts';
import { closeDays } from '../ledger/ledger.ts';
import { bindAnnouncements } from './announcements/routes.ts';
import { bindAudit } from './audit-routes.ts';
import { createConsoleBind } from './bind.ts';
import { bindDeposits } from './deposits/routes.ts';
import { runCheck } from './books/check-books.ts';
import { correctBooks } from './books/correct.ts';
import { readAccounts } from './books/read-accounts.ts';
import { bindBooks } from './books/routes.ts';
import { changeLevelAct } from './levels/change-level.ts';
import { bindLevels } from './levels/routes.ts';
import { installConsoleStream } from './live/install.ts';
import { bindMessages } from './messages/routes.ts';
import { guardPlace, consoleUrlOf } from './place.ts';
import { twoFactorRemoval, unfreezing } from './people/acts.ts';
import { bindPeople } from './people/routes.ts';
import type { ProposalAct } from './proposals/act.ts';
import { carryOutDelayed } from './proposals/carry-out-delayed.ts';
import { bindProposals } from './proposals/routes.ts';
import { changeAssetAct } from './settings/asset-act.ts';
import { bindAssets } from './settings/asset-routes.ts';
import { bindSettings, changeSettingAct } from './settings/routes.ts';
import { countDays } from './reports/count-days.ts';
import { bindReports } from './reports/routes.ts';
import { changeMemberRoleAct, inviteAct } from './staff/member-acts.ts';
import { changeRoleAct } from './staff/role-act.ts';
import { bindRoles } from './staff/role-routes.ts';
import { bindStaff } from './staff/routes.ts';
import { sumHours } from './today/sum-hours.ts';
import { bindToday } from './today/routes.ts';
import { bookTrade } from './trading/book-trade.ts';
import { bindTrading } from './trading/routes.ts';
import { releaseLarge } from './withdrawals/release-large.ts';
import { bindWithdrawals } from './withdrawals/routes.ts';

declare module '../jobs/queue.ts' {
  interface JobPayloads {
    /** When its delay is over, if nobody else may approve it. */
    'carry-out-proposal': { readonly proposalId: string };
    /** A proof of the books that somebody waits for. */
    'check-books': { readonly checkId: string };
    /** Runs every night: keeps what the house's accounts came to. */
    'close-days': object;
    /** Runs every hour: adds to the days of the reports what the hours that are over came to. */
    'count-days': object;
    /** Runs every hour: whether all balances still come to what the entries say. */
    'read-accounts': object;
    /** Runs every hour: keeps what the hours that are over came to. */
    'sum-hours': object;
  }
}

/** All that needs four eyes. */
const acts: readonly ProposalAct[] = [
  inviteAct,
  changeMemberRoleAct,
  changeRoleAct,
  unfreezing,
  twoFactorRemoval,
  releaseLarge,
  correctBooks,
  bookTrade,
  changeSettingAct,
  changeAssetAct,
  changeLevelAct,
];

/** The operator's side. No customer is known here, and no member of staff anywhere else. */
export const operatorConsole = {
  name: 'console',
  async installRoutes(app, { services, rateLimiter, checksReplies }) {
    guardPlace(app, services.config);
    const deps = { services, rateLimiter, checksReplies, consoleUrl: consoleUrlOf(services.config) };
    const bind = createConsoleBind(app, deps);
    bindStaff(bind, deps);
    bindRoles(bind, deps);
    bindAudit(bind, deps);
    bindProposals(bind, deps, acts);
    bindPeople(bind, deps);
    bindWithdrawals(bind, deps);
    bindDeposits(bind, deps);
    bindBooks(bind, deps);
    bindLevels(bind, deps);
    bindMessages(bind, deps);
    bindAnnouncements(bind, deps);
    bindSettings(bind, deps);
    bindAssets(bind, deps);
    bindReports(bind, deps);
    bindToday(bind, deps);
    bindTrading(bind, deps);
    installConsoleStream(app, deps);
  },
  jobs: {
    'carry-out-proposal': (services, { proposalId }) => carryOutDelayed(services, acts, proposalId),
    'check-books': runCheck,
    'close-days': ({ db }) => closeDays(db),
    'count-days': ({ db }) => countDays(db),
    'read-accounts': ({ db }) => readAccounts(db),
    'sum-hours': sumHours,
  },
  schedules: {
    'close-days': '20 1 * * *',
    'count-days': '10 * * * *',
    'read-accounts': '40 * * * *',
    'sum-hours': '15 * * * *',
  },
  personalTables: ['person_look'],
  expiring: [
    { table: 'staff_session', since: 'idle_expires_at' },
    { table: 'staff_challenge', since: 'expires_at' },
    { table: 'person_look', since: 'until' },
    { table: 'books_check', since: 'ended_at', keptFor: { days: 180 } },
  ],
} satisfies Feature;
