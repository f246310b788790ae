import { getStatus } from '@mercury/contract/api/status.ts';
import type { Bind } from '../../http/bind.ts';
import type { Services } from '../../services.ts';
import { createStatusReader } from './read-status.ts';

export function bindStatusRoutes(bind: Bind, services: Services): void {
  const readStatus = createStatusReader(services);
  bind(getStatus, { rateLimit: 'status' }, async () => ({ success: true, ...(await readStatus()) }));
}
