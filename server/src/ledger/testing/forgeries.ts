/** PostgreSQL's answer: 'may' for success, or the SQLSTATE of the refusal. */
export type Answer = 'may' | SqlState;
type SqlState = '22003' | '22023' | '23001' | '23502' | '23503' | '23505' | '23514' | '42501' | '57014';

/**
 * Each with the owner's answer. The serving role must get 42501 (insufficient_privilege), unless `answersToAll` says otherwise.
 * Names in braces are ids and roles of the test.
 */
export type Forgeries = Readonly<Record<string, Answer>>;

/** Triggers and constraints refuse most of these to the owner too. */
export const writes: Forgeries = {
  [`insert into account (owner_id, asset, kind, balance) values ('{thief}', 'BTC', 'available', 1000)`]:
    '23001',
  [`insert into account (owner_id, asset, kind) values ('{thief}', 'BTC', 'available')`]: 'may',
  [`insert into account (owner_id, asset, kind) values ('{thief}', 'MRCY', 'available')
    on conflict (owner_id, asset, kind) do update set balance = 1000`]: '23001',
  [`insert into transfer (id, kind) values ('{transfer}', 'adjustment')`]: 'may',
  [`insert into entry (transfer_id, line, account_id, asset, amount)
    values ('{funding}', 3, {account}, 'MRCY', 1000)`]: '23514',
  [`insert into hold (id, available_account_id, held_account_id, amount)
    values ('{funding}', {account}, {account}, 1000)`]: 'may',
  [`insert into house_position (account_id, asset, position) values ({account}, 'DOGE', 1000)`]: 'may',
  [`insert into wallet_transaction (id, user_id, type, asset, amount, direction, status, state)
    values ('{transfer}', '{thief}', 'DEPOSIT', 'MRCY', 1000, 'in', 'PENDING', 'seen')`]: 'may',

  // A coin of any worth, or with another smallest unit.
  [`insert into asset (code, name, decimals, shown_decimals, withdrawal_min, price_scaled_usd)
    values ('LEAD', 'Lead', 8, 8, 1, 1000)`]: 'may',
  [`update asset set price_scaled_usd = 1000000 where code = 'MRCY'`]: 'may',
  [`update asset set decimals = 0 where code = 'MRCY'`]: '23001',
  [`delete from asset where code = 'MRCY'`]: '23001',
  'update account set balance = balance + 1000 where id = {account}': '23001',
  'update account set balance = 0': '23001',
  'update account set version = version + 1 where id = {account}': '23001',
  [`update account set owner_id = '{thief}' where id = {account}`]: '23001',
  [`update account set asset = 'BTC' where id = {account}`]: '23001',
  [`update account set kind = 'held' where id = {account}`]: '23001',
  'update account set closed_at = now() where id = {account}': '23001',
  'update entry set amount = amount * 2': '23001',
  'update entry set account_id = {account}': '23001',
  [`update transfer set kind = 'adjustment'`]: '23001',
  [`update house_position set position = 0 where asset = 'MRCY'`]: '23001',
  [`update hold set amount = amount + 1 where id = '{hold}'`]: 'may',
  [`update hold set available_account_id = {account} where id = '{hold}'`]: 'may',
  [`update hold set state = 'released', closed_by_transfer_id = '{funding}', closed_at = now() where id = '{hold}'`]:
    'may',
  [`update wallet_transaction set amount = 1000 where id = '{row}'`]: 'may',
  [`update wallet_transaction set user_id = '{thief}' where id = '{row}'`]: 'may',
  [`update idempotency set reply = '{}'`]: 'may',
  'update trade set to_amount = to_amount * 2': '23001',

  'delete from account': '23001',
  'delete from transfer': '23001',
  'delete from entry': '23001',
  [`delete from hold where id = '{hold}'`]: 'may',
  'delete from house_position': '23001',
  [`delete from wallet_transaction where id = '{row}'`]: 'may',
  'delete from trade': '23001',
  'truncate account cascade': '23001',
  'truncate transfer cascade': '23001',
  'truncate entry': '23001',
  'truncate hold cascade': 'may',
  'truncate house_position': '23001',
  'truncate wallet_transaction cascade': '23001',
  'truncate trade': '23001',

  [`with forged as (update account set balance = 1000 where id = {account} returning 1) select from forged`]:
    '23001',
  [`merge into account using (values (1)) one on account.id = {account}
    when matched then update set balance = 1000`]: '23001',
  'do $$ begin update account set balance = 1000; end $$': '23001',
  [`create function pg_temp.forge() returns void security definer language sql as 'update account set balance = 1000';
    select pg_temp.forge()`]: '23001',
  'create temporary view mine as select * from account; update mine set balance = 1000': '23001',
  [`create temporary table bystander (id integer);
    create function pg_temp.forge() returns trigger language plpgsql as
      'begin update account set balance = balance + 1000 where id = {account}; return null; end';
    create trigger forges after insert on bystander for each row execute function pg_temp.forge();
    insert into bystander values (1)`]: 'may',
  [`select set_config('mercury.moves_accounts', 'yes', true); update account set balance = 1000 where id = {account}`]:
    '23001',
  // PostgreSQL only warns a role that may not grant.
  'grant update on account to {application}; update account set balance = 1000': '23001',
  'copy entry from stdin': '57014',
  [`copy entry from program 'true'`]: '42501',
  [`copy account to program 'true'`]: '42501',
  [`copy entry from '/tmp/entries'`]: '42501',
  'select from account where id = {account} for update': 'may',
  'select from account where id = {account} for key share': 'may',
  'begin; lock table entry in exclusive mode': 'may',
  'begin; lock table account in access exclusive mode': 'may',
};

/** Attempts to turn off, replace or bypass the rules. */
export const takeovers: Forgeries = {
  'alter table account disable trigger user': 'may',
  'alter table entry disable trigger entry_moves_account': 'may',
  'drop trigger entry_moves_account on entry': 'may',
  'drop trigger account_moves_by_entries_only on account': 'may',
  'alter table account drop constraint account_not_below_zero': 'may',
  'alter table account alter column balance set default 1000': 'may',
  'alter table account rename to account_away': 'may',
  'alter table account enable row level security': 'may',
  'alter table account owner to {application}': '42501',
  'alter sequence account_id_seq restart': 'may',
  'drop table entry': 'may',
  'create temporary table more () inherits (account)': 'may',
  'create trigger forges before insert on entry for each row execute function refuse_change()': 'may',
  'create rule forges as on update to account do instead nothing': 'may',
  'comment on table account is $$mine$$': 'may',

  'drop function ledger_post(boolean, posting[], posting_entry[], history_row[])': 'may',
  [`create or replace function ledger_post(
      is_batch boolean, postings posting[], entries posting_entry[], history history_row[]
    ) returns table (outcome text, receipt json) language sql as $$ select 'posted', null::json $$`]: 'may',
  [`create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'`]:
    'may',
  [`create or replace function apply_new_entries() returns trigger language plpgsql as 'begin return null; end'`]:
    'may',
  'alter function ledger_post(boolean, posting[], posting_entry[], history_row[]) owner to {application}':
    '42501',
  'alter function ledger_post(boolean, posting[], posting_entry[], history_row[]) security invoker': 'may',
  'alter function ledger_post(boolean, posting[], posting_entry[], history_row[]) set search_path = pg_temp, public':
    'may',
  'grant execute on function ledger_write_holds(posting[], uuid[]) to {application}': 'may',
  [`select ledger_write('{}', '{}', '{}', '{}', '{}', '{}', '{}')`]: 'may',
  [`select ledger_write_holds('{}', '{}')`]: 'may',
  [`select nextval('account_id_seq')`]: 'may',

  'set session_replication_role = replica': 'may',
  [`select set_config('session_replication_role', 'replica', true)`]: 'may',
  'set role {owner}': 'may',
  'set role postgres': '42501',
  'set session authorization {owner}': 'may',
  'set session authorization postgres': '42501',
  'grant {owner} to {application}': '42501',
  'alter role {application} superuser': '42501',
  'alter role {application} set session_replication_role = replica': '42501',
  [`alter role {owner} password 'known'`]: 'may',
  'create role forger superuser': '42501',
  'reassign owned by {owner} to {application}': '42501',
  'alter default privileges for role {owner} grant all on tables to {application}': 'may',

  'create schema forged': 'may',
  'create table public.forged (id integer)': 'may',
  'create view public.forged as select * from account': 'may',
  'create function public.forged() returns void language sql as $$ select $$': 'may',
  [`create function pg_temp.forged() returns void language c as 'forged'`]: '42501',
  'create extension pgcrypto': 'may',
  'create extension dblink': '42501',
  'create event trigger forges on ddl_command_start execute function refuse_change()': '42501',
  [`update pg_class set relowner = '{application}'::regrole where relname = 'account'`]: '42501',
  [`update pg_proc set prosrc = '' where proname = 'apply_new_entries'`]: '42501',
  [`update pg_trigger set tgenabled = 'D'`]: '42501',
  [`update pg_authid set rolsuper = true where rolname = '{application}'`]: '42501',
};

const rail = `null, 'MRCY', 'rail_clearing'`;
const thief = `'{thief}', 'MRCY', 'available'`;
const victim = `'{victim}', 'MRCY', 'available'`;
const setAside = `'{victim}', 'MRCY', 'held'`;

/** Its id, kind, and the transfer that it reverses or the hold that it closes. */
function asked(kind: string, { id = '{transfer}', reverses = '', closes = '' } = {}): string {
  const quoted = (text: string) => (text === '' ? 'null' : `'${text}'`);
  return `'${id}', '${kind}', null, ${quoted(reverses)}, ${quoted(closes)}, null, null, null, null`;
}

/** An account and an amount per line, numbered from 1. */
function move(posting: string, ...lines: readonly string[]): string {
  return post(
    posting,
    lines.map((line, index) => `1, ${index + 1}, ${line}`),
  );
}

function post(posting: string, lines: readonly string[]): string {
  const entries = lines.map((line) => `row(${line})::posting_entry`);
  return `select outcome from ledger_post(false, array[row(${posting})::posting], array[${entries.join(', ')}], '{}')`;
}

function record(
  id: string,
  { amount, user = '{victim}', status = 'FAILED' }: { amount: number; user?: string; status?: string },
): string {
  return `select ledger_record(array[row(
    1, '${id}', '${user}', 'TOPUP', 'MRCY', ${amount}, 0, 'in', '${status}', 'expired', null, null, null, null
  )::history_row])`;
}

/** A valid call: from the house to the thief. */
export const rightCall = move(asked('transfer'), `${rail}, -5`, `${thief}, 5`);

/** Invalid calls: the answer to every role, and the statement. */
export const answersToAll: Readonly<Record<string, readonly [SqlState, string]>> = {
  'has one line alone': ['23514', move(asked('transfer'), `${thief}, 5`)],
  'sums to more than zero': ['23514', move(asked('transfer'), `${rail}, -5`, `${thief}, 6`)],
  'sums to less than zero': ['23514', move(asked('transfer'), `${victim}, -6`, `${thief}, 5`)],
  'makes one asset of another': [
    '23514',
    move(asked('transfer'), `${victim}, -5`, `'{thief}', 'BTC', 'available', 5`),
  ],
  'sets aside without a hold': ['23514', move(asked('transfer'), `${victim}, -5`, `${setAside}, 5`)],
  'takes what is set aside without its hold': [
    '23514',
    move(asked('transfer'), `${setAside}, -30`, `${thief}, 30`),
  ],
  'takes a part of what a hold sets aside': [
    '23514',
    move(asked('withdrawal', { closes: '{hold}' }), `${setAside}, -10`, `${thief}, 10`),
  ],
  'closes a hold and takes the money from elsewhere': [
    '23514',
    move(asked('withdrawal', { closes: '{hold}' }), `${victim}, -30`, `${thief}, 30`),
  ],
  'is called a hold and sets nothing aside': ['23514', move(asked('hold'), `${victim}, -5`, `${thief}, 5`)],
  'leaves a line out': ['23514', post(asked('transfer'), [`1, 1, ${rail}, -5`, `1, 3, ${thief}, 5`])],
  'begins before its first line': [
    '23514',
    post(asked('transfer'), [`1, 0, ${rail}, -5`, `1, 1, ${thief}, 5`]),
  ],
  'has two first lines': ['23505', post(asked('transfer'), [`1, 1, ${rail}, -5`, `1, 1, ${thief}, 5`])],
  'spends what a posting that is not there gave': [
    '23502',
    post(asked('transfer'), [
      `0, 1, ${rail}, -1000`,
      `0, 2, ${thief}, 1000`,
      `1, 1, ${thief}, -1000`,
      `1, 2, ${victim}, 1000`,
    ]),
  ],
  'gives a customer an account of the house': [
    '23514',
    move(asked('transfer'), `${rail}, -5`, `'{thief}', 'MRCY', 'fees', 5`),
  ],
  'gives the house an account of a customer': [
    '23514',
    move(asked('transfer'), `null, 'MRCY', 'available', -5`, `${thief}, 5`),
  ],
  'names a kind of account that there is not': [
    '23514',
    move(asked('transfer'), `${rail}, -5`, `'{thief}', 'MRCY', 'savings', 5`),
  ],
  'names an asset that can be none': [
    '23503',
    move(asked('transfer'), `null, 'mrcy', 'rail_clearing', -5`, `'{thief}', 'mrcy', 'available', 5`),
  ],
  'names somebody who is not there': [
    '23503',
    move(asked('transfer'), `${rail}, -5`, `'{transfer}', 'MRCY', 'available', 5`),
  ],
  'moves half of the smallest unit': ['23514', move(asked('transfer'), `${victim}, -0.5`, `${thief}, 0.5`)],
  'moves less than half of the smallest unit': [
    '23514',
    move(asked('transfer'), `${victim}, -0.4`, `${thief}, 0.4`),
  ],
  'moves more than one unit by a fraction': [
    '23514',
    move(asked('transfer'), `${victim}, -1.4`, `${thief}, 1.4`),
  ],
  'reverses a transfer to the wrong person': [
    '23514',
    move(asked('reversal', { reverses: '{funding}' }), `${victim}, -5`, `${thief}, 5`),
  ],
  'sets one person’s money aside as another’s': [
    '23514',
    move(asked('hold'), `${victim}, -5`, `'{thief}', 'MRCY', 'held', 5`),
  ],
  'sets one asset aside and frees another': [
    '23514',
    move(
      asked('hold'),
      `'{victim}', 'USD', 'available', -1`,
      `'{victim}', 'USD', 'held', 1`,
      `${setAside}, -5`,
      `${victim}, 5`,
    ),
  ],
  'closes a hold and frees more than it': [
    '23514',
    move(asked('withdrawal', { closes: '{hold}' }), `${setAside}, -30`, `'{thief}', 'MRCY', 'held', 30`),
  ],
  'opens a hold and closes another': [
    '23514',
    move(asked('hold', { closes: '{hold}' }), `${victim}, -30`, `${setAside}, 30`),
  ],
  'moves nothing': ['23514', move(asked('transfer'), `${victim}, 0`, `${thief}, 0`)],
  'moves an amount that nobody knows': ['23502', move(asked('transfer'), `${rail}, null`, `${thief}, null`)],
  'moves more than an account can have': [
    '22003',
    move(asked('transfer'), `${rail}, -1e38`, `${thief}, 1e38`),
  ],
  'is of a kind that there is not': ['23514', move(asked('gift'), `${rail}, -5`, `${thief}, 5`)],
  'is a reversal of nothing': ['23514', move(asked('reversal'), `${rail}, -5`, `${thief}, 5`)],
  'adds to a transfer that is posted': [
    '23505',
    move(asked('transfer', { id: '{funding}' }), `${rail}, -5`, `${thief}, 5`),
  ],
  'writes another amount over a row of history that is completed': [
    '23514',
    record('{row}', { amount: 1000 }),
  ],
  'makes a row of history somebody else’s': ['23514', record('{row}', { amount: 100, user: '{thief}' })],
  'writes history of money that never moved': [
    '23514',
    record('{transfer}', { amount: 1000, status: 'COMPLETED' }),
  ],
  'writes history of less than nothing': ['23514', record('{transfer}', { amount: -5 })],
  'puts a label of its own on a table': ['22023', `security label on table account is 'mine'`],
};

/** Calls that return a refusal as their outcome, by that refusal. */
export const refusedCalls: Readonly<Record<string, string>> = {
  InsufficientBalance: move(asked('transfer'), `${victim}, -71`, `${thief}, 71`),
  HoldNotOpen: move(asked('withdrawal', { closes: '{transfer}' }), `${setAside}, -30`, `${thief}, 30`),
  NotReversible: move(asked('reversal', { reverses: '{reversed}' }), `${victim}, -1`, `${thief}, 1`),
  IdempotencyKeyReused: move(
    `'{transfer}', 'transfer', null, null, null, '{victim}', 'kept', 'another', null`,
    `${rail}, -5`,
    `${thief}, 5`,
  ),
};
