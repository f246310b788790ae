import { getToday } from '@mercury/contract/console/today.ts';
import type { ConsoleBind, ConsoleDeps } from '../bind.ts';
import { readBusiness } from './business.ts';
import { createOwed } from './owed.ts';
import { listQueues } from './queues.ts';

export function bindToday(bind: ConsoleBind, { services }: ConsoleDeps): void {
  const readOwed = createOwed(services);
  bind(getToday, {}, async ({ session }) => {
    if (!session.permissions.includes('books.read'))
      return { success: true, queues: await listQueues(services, session) };
    const [queues, owed, business] = await Promise.all([
      listQueues(services, session),
      readOwed(),
      readBusiness(services.db),
    ]);
    return { success: true, queues, owed, business };
  });
}
