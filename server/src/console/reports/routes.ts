import * as reports from '@mercury/contract/console/reports.ts';
import { appendEntry } from '../../audit/append-entry.ts';
import { inTransaction } from '../../db/database.ts';
import { csvOf, streamCsv } from '../../http/csv-stream.ts';
import type { ConsoleBind, ConsoleContext, ConsoleDeps } from '../bind.ts';
import { actorOf, type StaffSession } from '../staff/sessions.ts';
import { liabilityRecords, readLiabilities } from './liabilities.ts';
import { movementExport, readMovements } from './movements.ts';
import { readTrades, tradeExport } from './trades.ts';

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
  bind(reports.exportMovementReport, { rateLimit: 'export' }, (call) => {
    const { of, ...period } = call.query;
    const note = () => noteExport(of, { ...call, query: period });
    return streamCsv(db, { ...movementExport(of, period), note });
  });
  bind(reports.getTradeReport, {}, ({ query }) => readTrades(db, query));
  bind(reports.exportTradeReport, { rateLimit: 'export' }, (call) =>
    streamCsv(db, { ...tradeExport(call.query), note: () => noteExport('trades', call) }),
  );
  bind(reports.getLiabilityReport, {}, ({ query: { at } }) => readLiabilities(db, at));
  bind(reports.exportLiabilityReport, { rateLimit: 'export' }, async (call) => {
    const report = await readLiabilities(db, call.query.at);
    await noteExport('liabilities', { ...call, query: { at: report.at } });
    return csvOf(liabilityRecords(report));
  });
}
