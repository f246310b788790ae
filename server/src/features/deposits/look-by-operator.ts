import { idSchema } from '@mercury/contract/api/shapes.ts';
import {
  closedDepositStates,
  type ListedDepositState,
  type ownerMatches,
} from '@mercury/contract/console/deposits.ts';
import { chains } from '@mercury/contract/money/asset.ts';
import { listActsOn, type ActOnSubject } from '../../audit/list-entries.ts';
import type { Database } from '../../db/database.ts';
import { maybeOne, one } from '../../db/rows.ts';
import { listBookedLines, type BookedLine } from '../transactions/list-booked-lines.ts';
import type { DepositRow } from './queries.ts';

export interface ListedDeposit extends DepositRow {
  readonly username: string;
}

const ended: readonly ListedDepositState[] = closedDepositStates;

const conditionOf: Readonly<Record<ListedDepositState, string>> = {
  seen: `deposit.state = 'confirming' and confirmations = 0`,
  confirming: `deposit.state = 'confirming' and confirmations > 0`,
  completed: `deposit.state = 'completed'`,
  failed: `deposit.state = 'failed'`,
};

/** Open ones oldest first, closed ones newest first, after the id. By deposit_by_state. */
export async function listDeposits(
  { pool }: Database,
  state: ListedDepositState,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<readonly ListedDeposit[]> {
  const [isBeyond, direction] = ended.includes(state) ? ['<', 'desc'] : ['>', 'asc'];
  const { rows } = await pool.query<ListedDeposit>(
    `select deposit.*, app_user.username from deposit join app_user on app_user.id = deposit.user_id
     where ${conditionOf[state]} ${after === undefined ? '' : `and deposit.id ${isBeyond} $2`}
     order by deposit.id ${direction}
     limit $1`,
    after === undefined ? [limit] : [limit, after],
  );
  return rows;
}

const countedMax = 10_000;

/** By deposit_by_state. */
export async function countOpenDeposits({
  pool,
}: Database): Promise<{ readonly seen: number; readonly confirming: number }> {
  return one(
    await pool.query<{ seen: number; confirming: number }>(
      `select count(*) filter (where confirmations = 0)::integer as seen,
              count(*) filter (where confirmations > 0)::integer as confirming
       from (select confirmations from deposit where state = 'confirming' limit $1) open`,
      [countedMax],
    ),
  );
}

export interface DepositFile {
  readonly deposit: ListedDeposit & { readonly timeline: unknown };
  readonly lines: readonly BookedLine[];
  readonly acts: readonly ActOnSubject[];
}

/** By its id or its transaction's. */
export async function findDepositFile(db: Database, id: string): Promise<DepositFile | undefined> {
  if (!idSchema.safeParse(id).success) return undefined;
  const deposit = maybeOne(
    await db.pool.query<DepositFile['deposit']>(
      `select deposit.*, app_user.username, history.timeline
       from deposit
       join app_user on app_user.id = deposit.user_id
       join wallet_transaction history on history.id = deposit.transaction_id
       where deposit.id = $1 or deposit.transaction_id = $1`,
      [id],
    ),
  );
  if (deposit === undefined) return undefined;
  const [lines, acts] = await Promise.all([
    listBookedLines(db, [deposit.transfer_id]),
    listActsOn(db, deposit.external_id),
  ]);
  return { deposit, lines, acts };
}

export interface FoundOwner {
  readonly id: string;
  readonly username: string;
  readonly match: (typeof ownerMatches)[number];
}

const foundMax = 10;

/** Only by the whole of what is typed: money goes to whoever is chosen. */
export async function findOwners(
  { pool }: Database,
  search: string,
  { maySeeContact }: { maySeeContact: boolean },
): Promise<readonly FoundOwner[]> {
  const { rows } = await pool.query<FoundOwner>(
    `select distinct on (id) id, username, match from (
       select id, username, 'username' as match, 1 as place, deleted_at from app_user where lower(username) = lower($1)
       union all
       select id, username, 'email', 2, deleted_at from app_user
       where $4 and lower(email) = lower($1) and email_verified_at is not null
       union all
       select id, username, 'wallet_address', 3, deleted_at from app_user where address = lower($1)
       union all
       select app_user.id, username, 'deposit_address', 4, deleted_at
       from deposit_address join app_user on app_user.id = deposit_address.user_id
       -- Where accounts share an address, it tells nothing of whose the money is.
       where chain = any ($2) and deposit_address.address = $1 and memo = ''
     ) found
     where deleted_at is null
     order by id, place
     limit $3`,
    [search.trim(), chains, foundMax, maySeeContact],
  );
  return rows;
}
