import { idSchema } from '@mercury/contract/api/shapes.ts';
import type { FoundBy, FoundPerson } from '@mercury/contract/console/people.ts';
import type { Database } from '../../db/database.ts';

const shownMax = 10;
/** Shorter ones are no reference of a payment, and would match many. */
const referenceLengthMin = 8;

interface Way {
  readonly by: FoundBy;
  /** SQL that selects `user_id`. $1 is the text, $2 in lower case, $3 its LIKE pattern, $4 that of the lower case; $5 the memo. */
  readonly sql: string;
}

// In the order of the index, which compares bytes: else all that begin so would be read and sorted.
const byName: readonly Way[] = [
  {
    by: 'username',
    sql: 'select id as user_id from app_user where lower(username) like $4 and deleted_at is null order by lower(username) using ~<~',
  },
];

const byEmail: readonly Way[] = [
  {
    by: 'email',
    sql: 'select id as user_id from app_user where lower(email) like $4 and deleted_at is null order by lower(email) using ~<~',
  },
];

const byAddress: readonly Way[] = [
  { by: 'walletAddress', sql: 'select id as user_id from app_user where address = $2' },
  // Where people share an address, the memo tells them apart: it is written behind it.
  {
    by: 'depositAddress',
    sql: `select user_id from deposit_address where lower(address) = $2 and ($5::text is null or memo = $5)`,
  },
];

const byReference: readonly Way[] = [
  { by: 'chainReference', sql: 'select user_id from deposit where external_id like $3' },
  {
    by: 'chainReference',
    sql: `select topup.user_id from topup_payment payment join topup on topup.id = payment.topup_id
      where payment.external_id like $3`,
  },
  { by: 'chainReference', sql: 'select user_id from withdrawal where external_reference like $3' },
];

const byId: readonly Way[] = [
  { by: 'person', sql: 'select id as user_id from app_user where id = $1::uuid' },
  { by: 'transaction', sql: 'select user_id from wallet_transaction where id = $1::uuid' },
  { by: 'transfer', sql: 'select user_id from wallet_transaction where transfer_id = $1::uuid' },
  { by: 'order', sql: 'select user_id from book_order where id = $1::uuid' },
  { by: 'order', sql: `select user_id from archived_order where told ->> 'id' = $1::uuid::text` },
  { by: 'deposit', sql: 'select user_id from deposit where id = $1::uuid' },
  { by: 'withdrawal', sql: 'select user_id from withdrawal where id = $1::uuid' },
  { by: 'topUp', sql: 'select user_id from topup where id = $1::uuid' },
];

/** Those that the text can be. */
function waysOf(text: string, { maySeeContact }: { maySeeContact: boolean }): readonly Way[] {
  return [
    ...(idSchema.safeParse(text).success ? byId : []),
    ...(text.length >= referenceLengthMin ? byReference : []),
    ...byAddress,
    ...(/^\w+$/.test(text) ? byName : []),
    // Whoever may not see an email must not find out whose it is either.
    ...(maySeeContact ? byEmail : []),
  ];
}

interface FoundRow {
  id: string;
  username: string;
  email: string;
  found_by: FoundBy;
  is_frozen: boolean;
  created_at: Date;
  deleted_at: Date | null;
}

/** Each way reads an index, and no more rows than are shown. */
export async function findPeople(
  { pool }: Database,
  search: string,
  seer: { maySeeContact: boolean },
): Promise<{ people: FoundPerson[]; hasMore: boolean }> {
  const [first = '', memo] = search.split(/[\s:?]+/, 2);
  const ways = waysOf(search, seer);
  const branches = ways.map(
    ({ by, sql }, rank) =>
      `(select ${rank} as rank, '${by}' as found_by, user_id from (${sql} limit ${shownMax + 1}) way)`,
  );
  const isPair = memo !== undefined && memo !== '';
  const address = isPair ? first : search;
  const { rows } = await pool.query<FoundRow>(
    `select found.found_by, person.id, person.username, person.email, person.created_at, person.deleted_at,
       is_frozen(person.frozen_at, person.unfreezes_at) as is_frozen
     from (
       select distinct on (user_id) user_id, rank, found_by from (${branches.join(' union all ')}) each_way
       order by user_id, rank
     ) found
     join app_user person on person.id = found.user_id
     -- Names every parameter, whichever ways are tried.
     where coalesce($1::text, $3::text, $4::text, $5::text) is not null
     order by found.rank, lower(person.username) <> $2, lower(person.username), person.id
     limit ${shownMax + 1}`,
    [
      search,
      address.toLowerCase(),
      startingWith(search),
      startingWith(search.toLowerCase()),
      isPair ? memo : null,
    ],
  );
  return {
    people: rows.slice(0, shownMax).map((row) => presentFound(row, seer)),
    hasMore: rows.length > shownMax,
  };
}

function startingWith(text: string): string {
  return `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

function presentFound(row: FoundRow, { maySeeContact }: { maySeeContact: boolean }): FoundPerson {
  return {
    id: row.id,
    username: row.username,
    email: maySeeContact && row.deleted_at === null ? row.email : null,
    foundBy: row.found_by,
    isFrozen: row.is_frozen,
    joinedAt: row.created_at.toISOString(),
    leftAt: row.deleted_at?.toISOString() ?? null,
  };
}
