import { idSchema } from '@mercury/contract/api/shapes.ts';
import { closedWithdrawalStates, type ListedWithdrawalState } from '@mercury/contract/console/withdrawals.ts';
import { listActsOn, type ActOnSubject } from '../../audit/list-entries.ts';
import type { Database } from '../../db/database.ts';
import { maybeOne } from '../../db/rows.ts';
import { unusualKinds, type UnusualKind } from '../../identity/events/unusual.ts';
import { listBookedLines, type BookedLine } from '../transactions/list-booked-lines.ts';
import type { WithdrawalRow } from './queries.ts';

export interface ListedWithdrawal extends WithdrawalRow {
  readonly username: string;
}

export type WithdrawalList = ListedWithdrawalState | 'open';

const ended = new Set<WithdrawalList>(closedWithdrawalStates);

const isWaiting = 'withdrawal.held_at is not null and withdrawal.released_at is null';

function conditionOf(list: WithdrawalList): string {
  if (list === 'open') return 'withdrawal.closed_at is null';
  if (list === 'held') return `withdrawal.closed_at is null and ${isWaiting}`;
  if (list === 'queued') return `withdrawal.state = 'queued' and not (${isWaiting})`;
  return `withdrawal.state = '${list}'`;
}

/** Open ones oldest first, closed ones newest first, after the id. By withdrawal_by_state, withdrawal_open or withdrawal_held. */
export async function listWithdrawals(
  { pool }: Database,
  list: WithdrawalList,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<readonly ListedWithdrawal[]> {
  const [isBeyond, direction] = ended.has(list) ? ['<', 'desc'] : ['>', 'asc'];
  const { rows } = await pool.query<ListedWithdrawal>(
    `select withdrawal.*, app_user.username from withdrawal join app_user on app_user.id = withdrawal.user_id
     where ${conditionOf(list)} ${after === undefined ? '' : `and withdrawal.id ${isBeyond} $2`}
     order by withdrawal.id ${direction}
     limit $1`,
    after === undefined ? [limit] : [limit, after],
  );
  return rows;
}

/** Of the open ones, as listed. By withdrawal_open. */
export async function countOpenWithdrawals({ pool }: Database): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ list: string; count: number }>(
    `select case when is_held then 'held' else state end as list, count(*)::integer as count
     from (select state, ${isWaiting} as is_held from withdrawal where closed_at is null limit $1) open
     group by 1`,
    [countedMax],
  );
  return new Map(rows.map(({ list, count }) => [list, count]));
}

const countedMax = 10_000;

export interface DetailedWithdrawal extends ListedWithdrawal {
  readonly email: string;
  readonly is_frozen: boolean;
  readonly timeline: readonly { readonly state: string; readonly at: string }[];
}

export interface UnusualEvent {
  readonly kind: UnusualKind;
  readonly network_address: string;
  readonly created_at: Date;
}

export interface WithdrawalFile {
  readonly withdrawal: DetailedWithdrawal;
  /** Ledger entries of the withdrawal, in booking order. */
  readonly lines: readonly BookedLine[];
  readonly acts: readonly ActOnSubject[];
  /** Unusual events on the account, from a day before the request until the close. */
  readonly unusual: readonly UnusualEvent[];
}

/** Finds a withdrawal by its id or by the id of its transaction. `id` may be any text. */
export async function findWithdrawalFile(db: Database, id: string): Promise<WithdrawalFile | undefined> {
  const { pool } = db;
  if (!idSchema.safeParse(id).success) return undefined;
  const withdrawal = maybeOne(
    await pool.query<DetailedWithdrawal>(
      `select withdrawal.*, app_user.username, app_user.email, history.timeline,
            is_frozen(app_user.frozen_at, app_user.unfreezes_at) as is_frozen
     from withdrawal
     join app_user on app_user.id = withdrawal.user_id
     join wallet_transaction history on history.id = withdrawal.transaction_id
     where withdrawal.id = $1 or withdrawal.transaction_id = $1`,
      [id],
    ),
  );
  if (withdrawal === undefined) return undefined;
  const [lines, acts, unusual] = await Promise.all([
    listBookedLines(db, [withdrawal.hold_id, withdrawal.transfer_id]),
    listActsOn(db, withdrawal.id),
    pool.query<UnusualEvent>(
      `select event.kind, event.network_address, event.created_at
       from security_event event join withdrawal asked on asked.user_id = event.user_id
       where asked.id = $1 and event.kind = any ($2)
         and event.created_at > asked.created_at - interval '1 day'
         and event.created_at <= coalesce(asked.closed_at, now())
       order by event.created_at, event.id`,
      [withdrawal.id, unusualKinds],
    ),
  ]);
  return { withdrawal, lines, acts, unusual: unusual.rows };
}
