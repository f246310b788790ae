import type { Feature } from '../../feature.ts';
import { installWebhookRoute } from './routes.ts';

export const webhooks = { name: 'webhooks', installRoutes: installWebhookRoute } satisfies Feature;
