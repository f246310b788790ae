import type { AuditEntry } from '@mercury/contract/console/audit.ts';
import { limits } from '@mercury/contract/limits.ts';
import type { Database } from '../db/database.ts';
import type { Row } from '../db/rows.ts';
import type { CsvExport } from '../http/csv-stream.ts';
import { nameSubjects } from './name-subjects.ts';

export interface AuditFilter {
  /** Whole, in any case. */
  readonly actor?: string | undefined;
  /** Its beginning: `staff.` finds all that staff did to staff. */
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

const pageSize = 50;

export async function listEntries(
  db: Database,
  { before, ...filter }: AuditFilter & { readonly before?: string | undefined },
): Promise<{ entries: AuditEntry[]; next: string | null }> {
  let query = matching(db, filter)
    .orderBy('seq', 'desc')
    .limit(pageSize + 1);
  if (before !== undefined) query = query.where('seq', '<', BigInt(before));
  const rows = await query.execute();
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  const nameOf = await nameSubjects(db, shown);
  return {
    entries: shown.map((row) => present(row, nameOf(row))),
    next: rows.length > pageSize && last !== undefined ? String(last.seq) : null,
  };
}

const columns = [
  'seq',
  'at',
  'actor',
  'role',
  'networkAddress',
  'action',
  'subjectKind',
  'subjectId',
  'before',
  'after',
  'reason',
  'hash',
] as const;

/** Oldest first; of too many the newest. */
export function auditExport({ kysely }: Database, filter: AuditFilter): Omit<CsvExport<EntryRow>, 'note'> {
  const newest = matching({ kysely }, filter).orderBy('seq', 'desc').limit(limits.exportedRowsMax);
  const { sql, parameters } = kysely.selectFrom(newest.as('newest')).selectAll().orderBy('seq').compile();
  return {
    columns,
    sql,
    values: parameters,
    cellsOf: (row) => {
      const entry = present(row, null);
      return columns.map((column) => cellOf(entry[column]));
    },
  };
}

type EntryRow = Row<'audit_entry'>;

function cellOf(value: AuditEntry[(typeof columns)[number]]): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function matching(
  { kysely }: Pick<Database, 'kysely'>,
  { actor, action, subject, from, until }: AuditFilter,
) {
  let query = kysely.selectFrom('audit_entry').selectAll();
  if (actor) query = query.where((where) => where(where.fn('lower', ['actor']), '=', actor.toLowerCase()));
  if (action)
    query = query.where((where) => where(where.fn('starts_with', ['action', where.val(action)]), '=', true));
  if (subject) query = query.where('subject_id', '=', subject);
  if (from !== undefined) query = query.where('at', '>=', new Date(from));
  if (until !== undefined) query = query.where('at', '<', new Date(until));
  return query;
}

function present(row: EntryRow, subjectName: string | null): AuditEntry {
  return {
    seq: Number(row.seq),
    at: row.at.toISOString(),
    actor: row.actor,
    staffId: row.staff_id,
    role: row.role,
    networkAddress: row.network_address,
    action: row.action,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    subjectName,
    before: asRecord(row.before),
    after: asRecord(row.after),
    reason: row.reason,
    hash: row.hash.toString('hex'),
  };
}

export interface ActOnSubject {
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly reason: string | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

// More was never done to one thing.
const actsMax = 100;

/** What was done to one thing, oldest first. */
export async function listActsOn({ kysely }: Database, subjectId: string): Promise<ActOnSubject[]> {
  const rows = await kysely
    .selectFrom('audit_entry')
    .select(['at', 'actor', 'action', 'reason', 'after'])
    .where('subject_id', '=', subjectId)
    .orderBy('seq')
    .limit(actsMax)
    .execute();
  return rows.map(({ at, actor, action, reason, after }) => ({
    at,
    actor,
    action,
    reason,
    after: asRecord(after),
  }));
}

/** Only objects are appended. */
function asRecord(json: unknown): Record<string, unknown> | null {
  return typeof json === 'object' && json !== null ? { ...json } : null;
}
