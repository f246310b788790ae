import type { Feature } from '../../feature.ts';
import { everyMinute } from '../../jobs/queue.ts';
import { daysKept } from './queries.ts';
import { mailAnnouncements } from './mail-announcements.ts';
import { mailMovedMoney } from './mail-moved-money.ts';
import { bindNoticeRoutes } from './routes.ts';

declare module '../../jobs/queue.ts' {
  interface JobPayloads {
    /** Runs every minute: mails about transfers that people received, and about trades. */
    'mail-moved-money': object;
    /** Runs every minute, and while one is being mailed every few seconds. */
    'mail-announcements': object;
  }
}

export const notices = {
  name: 'notices',
  bindRoutes: bindNoticeRoutes,
  jobs: { 'mail-moved-money': mailMovedMoney, 'mail-announcements': mailAnnouncements },
  schedules: { 'mail-moved-money': everyMinute, 'mail-announcements': everyMinute },
  personalTables: ['notice', 'notice_mark'],
  expiring: [
    { table: 'notice', since: 'created_at', keptFor: { days: daysKept } },
    // A clock that went back is looked at from there again.
    { table: 'moved_money_mail', since: 'mailed_at', keptFor: { days: 1 } },
    { table: 'announcement', since: 'ends_at', keptFor: { days: daysKept } },
  ],
} satisfies Feature;
