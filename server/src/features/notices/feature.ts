import type { Feature } from '../../feature.ts';
import { bindNoticeRoutes } from './routes.ts';

export const notices = {
  name: 'notices',
  bindRoutes: bindNoticeRoutes,
  personalTables: ['notice'],
  expiring: [{ table: 'notice', since: 'created_at', keptFor: { days: 180 } }],
} satisfies Feature;
