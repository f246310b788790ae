import type { Feature } from '../../feature.ts';
import { everyMinute } from '../../jobs/queue.ts';
import { daysKept } from './queries.ts';
import { mailTransfers } from './mail-transfers.ts';
import { bindNoticeRoutes } from './routes.ts';

declare module '../../jobs/queue.ts' {
  interface JobPayloads {
    /** Runs every minute: mails about transfers that people received. */
    'mail-transfers': object;
  }
}

export const notices = {
  name: 'notices',
  bindRoutes: bindNoticeRoutes,
  jobs: { 'mail-transfers': mailTransfers },
  schedules: { 'mail-transfers': everyMinute },
  personalTables: ['notice', 'notice_mark'],
  expiring: [
    { table: 'notice', since: 'created_at', keptFor: { days: daysKept } },
    { table: 'announcement', since: 'ends_at', keptFor: { days: daysKept } },
  ],
} satisfies Feature;
