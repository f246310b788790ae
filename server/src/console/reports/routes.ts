import * as reports from '@mercury/contract/console/reports.ts';
import { appendEntry } from '../../audit/append-entry.ts';
import { inTransaction } from '../../db/database.ts';
import type { ConsoleBind, ConsoleContext, ConsoleDeps } from '../bind.ts';
import { actorOf, type StaffSession } from '../staff/sessions.ts';
import { readLiabilities, writeLiabilities } from './liabilities.ts';
import { exportMovements, readMovements } from './movements.ts';
import { exportTrades, readTrades } from './trades.ts';

interface Export {
  readonly session: StaffSession;
  readonly context: ConsoleContext;
  readonly query: object;
}

export function bindReports(bind: ConsoleBind, { services: { db } }: ConsoleDeps): void {
  /** What left the house. */
  const noteExport = (report: string, { session, context, query }: Export): Promise<void> =>
    inTransaction(db, (trx) =>
      appendEntry(trx, {
        actor: actorOf(session, context),
        action: 'reports.export',
        after: { report, ...query },
      }),
    );

  bind(reports.getMovementReport, {}, ({ query: { of, ...period } }) => readMovements(db, of, period));
  bind(reports.exportMovementReport, { rateLimit: 'export' }, async (call) => {
    const { of, ...period } = call.query;
    const csv = await exportMovements(db, of, period);
    await noteExport(of, { ...call, query: period });
    return csv;
  });
  bind(reports.getTradeReport, {}, ({ query }) => readTrades(db, query));
  bind(reports.exportTradeReport, { rateLimit: 'export' }, async (call) => {
    const csv = await exportTrades(db, call.query);
    await noteExport('trades', call);
    return csv;
  });
  bind(reports.getLiabilityReport, {}, ({ query: { at } }) => readLiabilities(db, at));
  bind(reports.exportLiabilityReport, { rateLimit: 'export' }, async (call) => {
    const report = await readLiabilities(db, call.query.at);
    await noteExport('liabilities', { ...call, query: { at: report.at } });
    return writeLiabilities(report);
  });
}
