import pg from 'pg';

export interface ConsoleBooksSize {
  readonly peopleCount: number;
  /** Rows of history, about. */
  readonly historyCount: number;
}

/** Of a hundred movements: sixty transfers, ten deposits, ten withdrawals, ten trades with the house, ten in an order book. */
const historyPerMovement = 1.6;
const chunkSize = 500_000;
const yearMs = 365 * 86_400_000;
/** By product code: whoever trades for the house in order books. */
const houseId = '00000000-0000-7000-8000-000000000001';

/** From the number of a person: a made-up UUID, version 8 (RFC 9562, 5.8). */
const idOf = (number: string): string =>
  `overlay(overlay(md5(${number}::text) placing '8' from 13) placing 'a' from 17)::uuid`;

/** A UUID of version 7 (RFC 9562, 5.7) of a moment in milliseconds, told apart by a text. */
const idAt = (ms: string, text: string): string =>
  `(lpad(to_hex(${ms}), 12, '0') || '7' || left(md5(${text}), 3) || 'a' || substr(md5(${text}), 4, 15))::uuid`;

/** The names of what a movement needs; one in a hundred is of the first person, whose history is long. */
const movements = `
  select n, ms, to_timestamp(ms / 1000.0) as at, ${idAt('ms', `'t' || n`)} as id, ${idAt('ms', `'h' || n`)} as row_id,
         ${idAt('ms', `'o' || n`)} as other_row_id, n % 10 as kind, payer, (payer + 1 + n % 97) % $3::bigint as payee
    from (
      select n, $4::bigint + n * ${yearMs} / $5::bigint as ms,
             case when n % 100 in (0, 6, 7, 8, 9) then 0 else (n * 7919) % $3::bigint end as payer
        from generate_series($1::bigint, $2::bigint - 1) n
    ) numbered`;

const mrcyOf = (person: string): string => `${person} * 3 + 1`;
const usdOf = (person: string): string => `${person} * 3 + 2`;
const btcOf = (person: string): string => `${person} * 3 + 3`;
/** The house's accounts stand behind the people's. */
const houseAccount = (number: number): string => `$3::bigint * 3 + ${number}`;
const house = {
  mrcyRail: 1,
  usdRail: 2,
  btcRail: 3,
  mrcyFees: 4,
  usdFees: 5,
  btcFees: 6,
  usdTaken: 8,
  btcTaken: 9,
};
const trading = { mrcy: 13, usd: 14 };

/** [kind, line, account, asset, amount, version]; the house's own accounts have none. */
const entryLines: readonly (readonly [string, number, string, string, number, string | null])[] = [
  ['kind < 6', 1, mrcyOf('payer'), 'MRCY', -100, 'n + 1'],
  ['kind < 6', 2, mrcyOf('payee'), 'MRCY', 100, 'n + 1'],
  ['kind = 6', 1, houseAccount(house.btcRail), 'BTC', -1000, null],
  ['kind = 6', 2, btcOf('payer'), 'BTC', 1000, 'n + 1'],
  ['kind = 7', 1, btcOf('payer'), 'BTC', -1000, 'n + 1'],
  ['kind = 7', 2, houseAccount(house.btcRail), 'BTC', 990, null],
  ['kind = 7', 3, houseAccount(house.btcFees), 'BTC', 10, null],
  ['kind = 8', 1, usdOf('payer'), 'USD', -10_000, 'n + 1'],
  ['kind = 8', 2, houseAccount(house.usdFees), 'USD', 25, null],
  ['kind = 8', 3, houseAccount(house.btcTaken), 'BTC', -500, null],
  ['kind = 8', 4, houseAccount(house.usdTaken), 'USD', 9975, null],
  ['kind = 8', 5, btcOf('payer'), 'BTC', 500, 'n + 1'],
  ['kind = 9', 1, usdOf('payer'), 'USD', -570, 'n + 1'],
  ['kind = 9', 2, houseAccount(trading.usd), 'USD', 569, 'n / 10 + 1'],
  ['kind = 9', 3, houseAccount(house.usdFees), 'USD', 1, null],
  ['kind = 9', 4, houseAccount(trading.mrcy), 'MRCY', -1000, 'n / 10 + 1'],
  ['kind = 9', 5, mrcyOf('payer'), 'MRCY', 998, 'n + 1'],
  ['kind = 9', 6, houseAccount(house.mrcyFees), 'MRCY', 2, null],
];

const statements: readonly string[] = [
  `insert into transfer (id, kind, created_at)
   select id, (array['deposit', 'withdrawal', 'trade', 'trade'])[kind - 5], at from movement where kind > 5
   union all select id, 'transfer', at from movement where kind < 6`,
  `insert into entry (transfer_id, line, account_id, asset, amount, balance_after, account_version)
   ${entryLines
     .map(
       ([when, line, account, asset, amount, version]) =>
         `select id, ${line}, ${account}, '${asset}', ${amount}, ${version === null ? 'null' : '1000000'}, ${version ?? 'null::bigint'}
            from movement where ${when}`,
     )
     .join(' union all ')}`,
  `insert into wallet_transaction (
     id, user_id, type, asset, amount, direction, status, state, counterparty, transfer_id, created_at, completed_at, usd_value)
   select row_id, ${idOf('payer')}, case when kind < 6 then 'TRANSFER' else (array['DEPOSIT', 'WITHDRAW', 'BUY', 'BUY'])[kind - 5] end,
          case when kind < 6 or kind = 9 then 'MRCY' else 'BTC' end, 1000,
          case when kind < 6 or kind = 7 then 'out' else 'in' end, 'COMPLETED', 'completed',
          case when kind < 6 then 'mrcy1' || md5(payee::text) end, id, at, at, 570000
     from movement
   union all
   select other_row_id, ${idOf('payee')}, 'TRANSFER', 'MRCY', 100, 'in', 'COMPLETED', 'completed', 'mrcy1' || md5(payer::text), id,
          at, at, 570000
     from movement where kind < 6`,
  `insert into deposit (id, user_id, transaction_id, rail, external_id, asset, amount, address, confirmations, confirmations_needed,
     state, transfer_id, created_at, closed_at)
   select row_id, ${idOf('payer')}, row_id, 'sandbox', md5('d' || n) || md5('e' || n), 'BTC', 1000, 'tb1' || md5(payer::text), 3, 3,
          'completed', id, at, at
     from movement where kind = 6`,
  `insert into withdrawal (id, user_id, transaction_id, hold_id, rail, asset, amount, fee, address, state, external_reference,
     transfer_id, created_at, sent_at, closed_at)
   select row_id, ${idOf('payer')}, row_id, id, 'sandbox', 'BTC', 1000, 10, 'tb1' || md5('w' || payer), 'completed',
          md5('p' || n) || md5('q' || n), id, at, at, at
     from movement where kind = 7`,
  `insert into trade (id, user_id, transaction_id, transfer_id, type, from_asset, from_amount, fee, to_asset, to_amount, rate_base,
     rate_scaled, from_price_scaled_usd, to_price_scaled_usd, usd_value, created_at)
   select row_id, ${idOf('payer')}, row_id, id, 'BUY', 'USD', 10000, 25, 'BTC', 500, 'BTC', 1, 1, 1, 10000, at
     from movement where kind = 8`,
  `insert into fill (market, seq, price, quantity, taker_side, maker_order_id, taker_order_id, maker_user_id, taker_user_id, maker_fee,
     taker_fee, transfer_id, created_at)
   select 'MRCY-USD', n, 57, 1, 'BUY', ${idOf(`'m' || n`)}, row_id, '${houseId}', ${idOf('payer')}, 1, 2, id, at
     from movement where kind = 9`,
];

const bigTables = [
  'app_user',
  'account',
  'transfer',
  'entry',
  'wallet_transaction',
  'deposit',
  'withdrawal',
  'trade',
  'fill',
  'security_event',
  'audit_entry',
];

/**
 * The rows of the ledger and of what stands beside it, written without triggers and without indexes: those are made at the end, in
 * minutes instead of hours. Balances follow from nothing here: it is read for its size alone.
 */
export async function fillConsoleBooks(connectionString: string, size: ConsoleBooksSize): Promise<void> {
  const client = new pg.Client({ connectionString });
  // The query fails with the reason; the connection's end adds nothing.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(
    `set session_replication_role = replica; set statement_timeout = 0; set maintenance_work_mem = '512MB'; set synchronous_commit = off`,
  );
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
      where schemaname = 'public' and tablename = any ($1)
        and indexname not in (select conname from pg_constraint where contype in ('p', 'u', 'x'))`,
    [bigTables],
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await fillPeople(client, size);
  await fillMovements(client, size);
  await fillStaffWork(client, size);
  for (const { definition } of indexes) await client.query(definition);
  await client.query('analyze');
  await client.query('checkpoint');
  await client.end();
}

async function fillPeople(client: pg.Client, { peopleCount }: ConsoleBooksSize): Promise<void> {
  await client.query(
    `insert into app_user (id, username, email, name, password_hash, address, locale, email_verified_at, created_at)
     select ${idOf('n')}, 'user' || n, 'u' || n || '@example.test', 'Somebody', '$argon2id$none', 'mrcy1' || md5(n::text), 'en', now(),
            now() - interval '365 days' * (n::float / $1::bigint)
       from generate_series(0, $1::bigint - 1) n`,
    [peopleCount],
  );
  await client.query(
    `insert into app_user (id, username, email, name, password_hash, address, locale)
     values ('${houseId}', 'unproved_8000000000000001', 'house@house', 'The house', '$argon2id$none', ' the house', 'en')
     on conflict do nothing`,
  );
  await client.query(
    `insert into account (id, owner_id, asset, kind, balance, version) overriding system value
     select n * 3 + place, ${idOf('n')}, (array['MRCY', 'USD', 'BTC'])[place], 'available', 1000000000000, 1000000000
       from generate_series(0, $1::bigint - 1) n, generate_series(1, 3) place
     union all
     select $1::bigint * 3 + (kind - 1) * 3 + place, null, (array['MRCY', 'USD', 'BTC'])[place],
            (array['rail_clearing', 'fees', 'exposure', 'corrections'])[kind], 0, 0
       from generate_series(1, 3) place, generate_series(1, 4) kind
     union all
     select $1::bigint * 3 + 12 + place, '${houseId}', (array['MRCY', 'USD'])[place], 'available', 1000000000000, 0
       from generate_series(1, 2) place`,
    [peopleCount],
  );
  await client.query(`select setval('account_id_seq', (select max(id) from account))`);
  await client.query(
    `insert into security_event (id, user_id, kind, actor, user_agent, network_address, created_at)
     select ${idAt('extract(epoch from now())::bigint * 1000 - n', `'s' || n`)}, ${idOf(`case when n % 100 = 0 then 0 else n % $1::bigint end`)},
            'signed_in', 'person', 'A browser', '203.0.113.7', now() - interval '1 second' * n
       from generate_series(0, 2 * $1::bigint - 1) n`,
    [peopleCount],
  );
}

async function fillMovements(
  client: pg.Client,
  { peopleCount, historyCount }: ConsoleBooksSize,
): Promise<void> {
  const count = Math.ceil(historyCount / historyPerMovement / 10) * 10;
  const startsAt = Date.now() - yearMs - 3_600_000;
  for (let first = 0; first < count; first += chunkSize) {
    const next = Math.min(first + chunkSize, count);
    const values = [first, next, peopleCount, startsAt, count];
    await client.query(`drop table if exists movement`);
    await client.query(`create temporary table movement as ${movements}`, values);
    for (const statement of statements) await client.query(statement.replaceAll('$3', String(peopleCount)));
  }
  await client.query(
    'update account set version = (select coalesce(max(account_version), 0) from entry where account_id = account.id) where owner_id = $1',
    [houseId],
  );
}

/** What waits for staff, and what they did. */
async function fillStaffWork(client: pg.Client, { peopleCount }: ConsoleBooksSize): Promise<void> {
  const some = Math.ceil(peopleCount / 200);
  await client.query(
    `insert into withdrawal (id, user_id, transaction_id, hold_id, rail, asset, amount, fee, address, state, sent_at, created_at)
     select id, ${idOf('n')}, id, id, 'sandbox', 'BTC', 1000, 10, 'tb1' || md5('v' || n),
            case when n % 50 = 0 then 'unclear' when n % 10 = 0 then 'sending' else 'queued' end,
            case when n % 10 = 0 then now() end, now()
       from (select n, uuidv7() as id from generate_series(0, $1::bigint - 1) n) asked`,
    [some],
  );
  await client.query(
    `insert into deposit (id, user_id, transaction_id, rail, external_id, asset, amount, address, confirmations, confirmations_needed, state)
     select id, ${idOf('n')}, id, 'sandbox', md5('c' || n), 'BTC', 1000, 'tb1' || md5(n::text), 1, 3, 'confirming'
       from (select n, uuidv7() as id from generate_series(0, $1::bigint - 1) n) seen`,
    [some],
  );
  await client.query(
    `insert into unassigned_deposit (rail, external_id, asset, amount, address, confirmations, confirmations_needed, has_failed)
     select 'sandbox', md5('u' || n), 'BTC', 1000, 'tb1' || md5('n' || n), 3, 3, false from generate_series(1, $1::bigint) n`,
    [some],
  );
  await client.query(
    `insert into contact_message (id, name, email, subject, message, locale, read_at)
     select uuidv7(), 'Somebody', 'somebody@example.test', 'A question', 'How does this work?', 'en', case when n % 20 <> 0 then now() end
       from generate_series(1, 4 * $1::bigint) n`,
    [some],
  );
  await client.query(
    `insert into audit_entry (seq, at, actor, action, subject_kind, subject_id, hash)
     select n, now() - interval '10 seconds' * ($1::bigint - n), 'operator' || n % 20, (array['people.look', 'withdrawals.start', 'staff.sign_in'])[1 + n % 3],
            'person', ${idOf(`(n % $1::bigint)`)}::text, sha256(n::text::bytea)
       from generate_series(1, $1::bigint) n`,
    [peopleCount],
  );
}
