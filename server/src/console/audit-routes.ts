import { exportAudit, listAudit } from '@mercury/contract/console/audit.ts';
import { appendEntry } from '../audit/append-entry.ts';
import { auditExport, listEntries } from '../audit/list-entries.ts';
import { inTransaction } from '../db/database.ts';
import { streamCsv } from '../http/csv-stream.ts';
import type { ConsoleBind, ConsoleDeps } from './bind.ts';
import { actorOf } from './staff/sessions.ts';

export function bindAudit(bind: ConsoleBind, { services: { db } }: ConsoleDeps): void {
  bind(listAudit, {}, async ({ query }) => ({ success: true, ...(await listEntries(db, query)) }));
  bind(exportAudit, { rateLimit: 'export' }, ({ query, session, context }) =>
    streamCsv(db, {
      ...auditExport(db, query),
      note: () =>
        inTransaction(db, (trx) =>
          appendEntry(trx, { actor: actorOf(session, context), action: 'audit.export', after: { ...query } }),
        ),
    }),
  );
}
