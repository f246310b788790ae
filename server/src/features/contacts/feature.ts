import type { Feature } from '../../feature.ts';
import { bindContactRoutes } from './routes.ts';

export const contacts = {
  name: 'contacts',
  bindRoutes: bindContactRoutes,
  personalTables: ['contact'],
} satisfies Feature;
