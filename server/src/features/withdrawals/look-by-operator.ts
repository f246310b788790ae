import type { Database } from '../../db/database.ts';
import { maybeOne } from '../../db/rows.ts';
import { unusualKinds, type UnusualKind } from '../../identity/events/unusual.ts';
import type { WithdrawalRow } from './queries.ts';

export interface ListedWithdrawal extends WithdrawalRow {
  readonly username: string;
}

// Enough for an operator to look through; younger ones appear once these are settled.
const listedMax = 100;

/** Withdrawals in a state, or all open ones, oldest first. */
export async function listWithdrawals(
  { pool }: Database,
  state: string | undefined,
): Promise<readonly ListedWithdrawal[]> {
  const { rows } = await pool.query<ListedWithdrawal>(
    `select withdrawal.*, app_user.username from withdrawal join app_user on app_user.id = withdrawal.user_id
     where case when $1::text is null then withdrawal.closed_at is null else withdrawal.state = $1 end
     order by withdrawal.created_at
     limit $2`,
    [state ?? null, listedMax],
  );
  return rows;
}

export interface DetailedWithdrawal extends ListedWithdrawal {
  readonly email: string;
  readonly is_frozen: boolean;
  readonly timeline: readonly { readonly state: string; readonly at: string }[];
}

export interface BookedLine {
  readonly transfer_id: string;
  readonly kind: string;
  readonly account: string;
  readonly amount: bigint;
  readonly created_at: Date;
}

export interface OperatorAction {
  readonly command: string;
  readonly operator: string;
  readonly detail: string;
  readonly created_at: Date;
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
  readonly actions: readonly OperatorAction[];
  /** Unusual events on the account, from a day before the request until the close. */
  readonly unusual: readonly UnusualEvent[];
}

/** Finds a withdrawal by its id or by the id of its transaction. `id` may be any text. */
export async function findWithdrawalFile(
  { pool }: Database,
  id: string,
): Promise<WithdrawalFile | undefined> {
  const withdrawal = maybeOne(
    await pool.query<DetailedWithdrawal>(
      `select withdrawal.*, app_user.username, app_user.email, history.timeline,
            is_frozen(app_user.frozen_at, app_user.unfreezes_at) as is_frozen
     from withdrawal
     join app_user on app_user.id = withdrawal.user_id
     join wallet_transaction history on history.id = withdrawal.transaction_id
     where withdrawal.id::text = lower($1) or withdrawal.transaction_id::text = lower($1)`,
      [id.replaceAll('\0', '')],
    ),
  );
  if (withdrawal === undefined) return undefined;
  const [lines, actions, unusual] = await Promise.all([
    pool.query<BookedLine>(
      `select transfer.id as transfer_id, transfer.kind, transfer.created_at, entry.amount,
              case when account.owner_id is null then 'house ' else 'person ' end || account.kind as account
       from transfer
       join entry on entry.transfer_id = transfer.id
       join account on account.id = entry.account_id
       where transfer.id in ($1, $2)
       order by transfer.created_at, transfer.id, entry.line`,
      [withdrawal.hold_id, withdrawal.transfer_id],
    ),
    pool.query<OperatorAction>(
      `select action as command, actor as operator, coalesce(reason, '') as detail, at as created_at from audit_entry where subject_id = $1 order by seq`,
      [withdrawal.id],
    ),
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
  return { withdrawal, lines: lines.rows, actions: actions.rows, unusual: unusual.rows };
}
