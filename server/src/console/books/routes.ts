import * as books from '@mercury/contract/console/books.ts';
import { appendEntry } from '../../audit/append-entry.ts';
import { inTransaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { csvOf, streamCsv } from '../../http/csv-stream.ts';
import type { ConsoleBind, ConsoleContext, ConsoleDeps } from '../bind.ts';
import { maySeeContact } from '../people/looks.ts';
import { propose } from '../proposals/propose.ts';
import { actorOf, type StaffSession } from '../staff/sessions.ts';
import { entryExport, findAccounts, findPerson, listEntries, readAccount } from './accounts.ts';
import { findNewestCheck, startCheck } from './check-books.ts';
import { correctBooks, unitsOf } from './correct.ts';
import { readTransfer } from './transfers.ts';
import { makeTrialBalance, trialBalanceRecords } from './trial-balance.ts';

interface Reader {
  readonly session: StaffSession;
  readonly context: ConsoleContext;
}

interface Looked {
  readonly action: string;
  readonly subject?: { readonly kind: string; readonly id: string };
  readonly after?: Readonly<Record<string, string>>;
}

export function bindBooks(bind: ConsoleBind, deps: ConsoleDeps): void {
  const { services } = deps;
  const { db } = services;
  /** Whose money somebody looked at, and what left the house. */
  const noteLook = ({ session, context }: Reader, looked: Looked): Promise<void> =>
    inTransaction(db, (trx) => appendEntry(trx, { actor: actorOf(session, context), ...looked }));

  bind(books.getTrialBalance, {}, async () => ({ success: true, ...(await makeTrialBalance(services)) }));
  bind(books.exportTrialBalance, { rateLimit: 'export' }, async (call) => {
    const records = trialBalanceRecords(await makeTrialBalance(services));
    await noteLook(call, { action: 'books.export' });
    return csvOf(records);
  });
  bind(books.findBookAccounts, {}, async (call) => {
    const { userId, accounts } = await findAccounts(db, call.query.person, {
      maySeeContact: maySeeContact(call.session),
    });
    await noteLook(call, { action: 'books.read_person', subject: { kind: 'person', id: userId } });
    return { success: true, accounts };
  });
  bind(books.listBookEntries, {}, async (call) => {
    const account = await readAccount(db, call.params.id);
    const page = await listEntries(db, account, call.query.cursor);
    // Each page: a cursor can be made up.
    if (account.owner !== null)
      await noteLook(call, {
        action: 'books.read_account',
        subject: { kind: 'person', id: account.owner.userId },
      });
    return { success: true, account, ...page };
  });
  bind(books.exportBookEntries, { rateLimit: 'export' }, async (call) => {
    const account = await readAccount(db, call.params.id);
    const { id, owner } = account;
    // As where it is only read: whoever asks what was done with a person's money finds it by the person.
    const subject = owner === null ? { kind: 'account', id } : { kind: 'person', id: owner.userId };
    const looked = { action: 'books.export_account', subject, after: { account: id } };
    return streamCsv(db, { ...entryExport(account), note: () => noteLook(call, looked) });
  });
  bind(books.getBookTransfer, {}, async (call) => {
    const transfer = await readTransfer(db.pool, call.params.id);
    if (transfer.sides.some(({ owner }) => owner !== null))
      await noteLook(call, { action: 'books.read_transfer', subject: { kind: 'transfer', id: transfer.id } });
    return { success: true, transfer };
  });
  bind(books.getBooksCheck, {}, async () => ({ success: true, check: await findNewestCheck(db) }));
  bind(books.startBooksCheck, {}, async ({ session, context }) => ({
    success: true,
    check: await startCheck(db, { actor: actorOf(session, context), askedBy: session.email }),
  }));
  bindCorrections(bind, deps);
}

function bindCorrections(bind: ConsoleBind, { services }: ConsoleDeps): void {
  bind(books.proposeReversal, {}, async ({ params: { id }, body: { reason }, session, context }) => ({
    success: true,
    proposal: await propose(services, correctBooks, {
      parameters: { template: 'reversal', transferId: id, reason },
      reason,
      session,
      origin: context,
    }),
  }));
  bind(books.proposePosting, {}, async ({ body, session, context }) => {
    const { template, person, currency, amount, reason } = body;
    unitsOf(currency, amount);
    const isAboutPerson = template === 'credit_person' || template === 'debit_person';
    if (isAboutPerson && person === undefined)
      throw new DomainError('ValidationFailed', { fieldErrors: [{ field: 'person', key: 'required' }] });
    const seer = { maySeeContact: maySeeContact(session) };
    const user =
      isAboutPerson && person !== undefined ? await findPerson(services.db.kysely, person, seer) : undefined;
    if (isAboutPerson && user === undefined) throw new DomainError('NotFound');
    const parameters = { template, userId: user?.id ?? null, currency, amount, reason };
    return {
      success: true,
      proposal: await propose(services, correctBooks, { parameters, reason, session, origin: context }),
    };
  });
}
