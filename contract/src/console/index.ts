import * as access from './access.ts';
import * as announcements from './announcements.ts';
import * as assets from './assets.ts';
import * as audit from './audit.ts';
import * as deposits from './deposits.ts';
import * as people from './people.ts';
import * as books from './books.ts';
import type { ConsoleEndpoint } from './endpoint.ts';
import * as levels from './levels.ts';
import * as messages from './messages.ts';
import * as proposals from './proposals.ts';
import * as reports from './reports.ts';
import * as roles from './roles.ts';
import * as settings from './settings.ts';
import * as staff from './staff.ts';
import * as today from './today.ts';
import * as trading from './trading.ts';
import * as withdrawals from './withdrawals.ts';

const modules = [
  access,
  staff,
  roles,
  audit,
  proposals,
  people,
  withdrawals,
  deposits,
  books,
  levels,
  messages,
  announcements,
  reports,
  settings,
  assets,
  today,
  trading,
];

function isEndpoint(value: unknown): value is ConsoleEndpoint {
  return typeof value === 'object' && value !== null && 'caller' in value && 'path' in value;
}

/** Every call of the console. */
export const consoleEndpoints: readonly ConsoleEndpoint[] = modules.flatMap((each) =>
  Object.values(each).filter(isEndpoint),
);
