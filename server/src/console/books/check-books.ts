import type { BooksCheck } from '@mercury/contract/console/books.ts';
import { v7 as uuidv7 } from 'uuid';
import { appendEntry, type Actor } from '../../audit/append-entry.ts';
import { inTransaction, type Database } from '../../db/database.ts';
import { maybeOne, type Row } from '../../db/rows.ts';
import { DomainError, reasonOf } from '../../errors.ts';
import { addJob } from '../../jobs/queue.ts';
import { checkLedger, ledgerRuleCount } from '../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import { readAccounts } from './read-accounts.ts';

type CheckRow = Row<'books_check'>;

/** @throws DomainError CheckRunning */
export async function startCheck(
  db: Database,
  { actor, askedBy }: { actor: Actor; askedBy: string },
): Promise<BooksCheck> {
  return inTransaction(db, async (trx) => {
    const row = maybeOne(
      await trx.client.query<CheckRow>(
        `insert into books_check (id, asked_by, rules_total) values ($1, $2, $3)
         on conflict do nothing returning *`,
        [uuidv7(), askedBy, ledgerRuleCount],
      ),
    );
    if (row === undefined) throw new DomainError('CheckRunning');
    await addJob(trx, 'check-books', { checkId: row.id });
    await appendEntry(trx, { actor, action: 'books.check', subject: { kind: 'books_check', id: row.id } });
    return presentCheck(row);
  });
}

export async function findNewestCheck({ pool }: Database): Promise<BooksCheck | null> {
  const row = maybeOne(await pool.query<CheckRow>('select * from books_check order by id desc limit 1'));
  return row === undefined ? null : presentCheck(row);
}

/**
 * Its progress is committed apart from its snapshot, so that others see it. A process may die meanwhile: the job then begins
 * anew, and its progress with it.
 */
export async function runCheck(
  { db, log }: Pick<Services, 'db' | 'log'>,
  { checkId }: { checkId: string },
): Promise<void> {
  const note = (sql: string, values: readonly unknown[]) =>
    db.pool.query(`update books_check set ${sql} where id = $1 and ended_at is null`, [checkId, ...values]);
  const { rowCount } = await note('rules_done = 0', []);
  if (rowCount === 0) return;
  try {
    const { accountCount, transferCount, entryCount, findings } = await checkLedger(db, {
      onRule: async (done) => void (await note('rules_done = $2', [done])),
    });
    await note(
      'ended_at = now(), rules_done = rules_total, outcome = $2, account_count = $3, transfer_count = $4, entry_count = $5, findings = $6',
      [
        findings.length === 0 ? 'right' : 'wrong',
        accountCount,
        transferCount,
        entryCount,
        JSON.stringify(findings),
      ],
    );
    await readAccounts(db);
    if (findings.length > 0) log.error({ part: 'ledger', findings }, 'the books are wrong');
  } catch (error) {
    log.error({ part: 'ledger', reason: reasonOf(error) }, 'the books could not be checked');
    // Whoever waits asks again: another try of the queue would come when nobody looks.
    await note(`ended_at = now(), outcome = 'failed'`, []);
  }
}

function presentCheck(row: CheckRow): BooksCheck {
  const { account_count, transfer_count, entry_count } = row;
  return {
    id: row.id,
    askedBy: row.asked_by,
    startedAt: row.started_at.toISOString(),
    rulesDone: row.rules_done,
    rulesTotal: row.rules_total,
    endedAt: row.ended_at?.toISOString() ?? null,
    outcome: row.outcome,
    counts:
      account_count === null || transfer_count === null || entry_count === null
        ? null
        : {
            accounts: String(account_count),
            transfers: String(transfer_count),
            entries: String(entry_count),
          },
    findings: row.findings,
  };
}
