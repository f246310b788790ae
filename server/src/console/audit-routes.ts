import { exportAudit, listAudit } from '@mercury/contract/console/audit.ts';
import { appendEntry } from '../audit/append-entry.ts';
import { exportEntries, listEntries } from '../audit/list-entries.ts';
import { inTransaction } from '../db/database.ts';
import type { ConsoleBind, ConsoleDeps } from './bind.ts';
import { actorOf } from './staff/sessions.ts';

export function bindAudit(bind: ConsoleBind, { services: { db } }: ConsoleDeps): void {
  bind(listAudit, {}, async ({ query }) => ({ success: true, ...(await listEntries(db, query)) }));
  bind(exportAudit, { rateLimit: 'export' }, async ({ query, session, context }) => {
    const csv = await exportEntries(db, query);
    // What leaves the house is written down, also by whom it was only read.
    await inTransaction(db, (trx) =>
      appendEntry(trx, { actor: actorOf(session, context), action: 'audit.export', after: { ...query } }),
    );
    return csv;
  });
}
