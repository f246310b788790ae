import type pg from 'pg';
import type { Database } from '../db/database.ts';
import { one } from '../db/rows.ts';

export interface Finding {
  readonly rule: string;
  /** The id of the transfer, account, hold, key or history row that breaks it. */
  readonly subject: string;
  readonly detail: string;
}

export interface LedgerReport {
  readonly accountCount: bigint;
  readonly transferCount: bigint;
  readonly entryCount: bigint;
  readonly findings: readonly Finding[];
}

// Enough to see what happened: many findings of one rule mostly have one cause.
const FINDINGS_PER_RULE_MAX = 20;

/** Each query returns the rows that break its rule, as `subject` and `detail`. */
export const ledgerRules: Readonly<Record<string, string>> = {
  'the entries of a transfer sum to zero in each asset': `
    select transfer_id::text as subject, 'sum ' || sum(amount) || ' ' || asset as detail
    from entry group by transfer_id, asset having sum(amount) <> 0`,

  'a transfer has entries, numbered from 1 without gaps': `
    select transfer.id::text as subject, count(entry.line) || ' entries' as detail
    from transfer left join entry on entry.transfer_id = transfer.id
    group by transfer.id
    having count(entry.line) < 2 or min(entry.line) <> 1 or max(entry.line) <> count(entry.line)`,

  'a balance is the sum of its entries': `
    select account.id::text as subject, 'balance ' || balance || ', sum ' || coalesce(sum(amount), 0) as detail
    from account left join entry on entry.account_id = account.id
    where account.owner_id is not null
    group by account.id having account.balance <> coalesce(sum(entry.amount), 0)`,

  'the versions of an account have no gap and end at its own': `
    select account.id::text as subject, 'version ' || version || ', ' || count(entry.account_id) || ' entries' as detail
    from account left join entry on entry.account_id = account.id
    where account.owner_id is not null
    group by account.id
    having account.version <> count(entry.account_id) or account.version <> coalesce(max(entry.account_version), 0)
      or count(entry.account_version) <> count(entry.account_id)`,

  'each balance follows from the one before': `
    select account_id::text as subject, 'version ' || account_version || ': ' || balance_after as detail
    from (
      select account_id, account_version, balance_after, amount,
        lag(balance_after, 1, 0::numeric) over (partition by account_id order by account_version) as balance_before
      from entry where account_version is not null
    ) chained
    where balance_after <> balance_before + amount`,

  'a customer is never below zero': `
    select account.id::text as subject, 'balance ' || balance as detail
    from account where balance < 0
    union all
    select account_id::text, 'version ' || account_version || ': ' || balance_after
    from entry where balance_after < 0`,

  'an entry is in the asset of its account': `
    select entry.transfer_id::text as subject, entry.asset || ' in an account of ' || account.asset as detail
    from entry join account on account.id = entry.account_id where entry.asset <> account.asset`,

  'the house carries no balance': `
    select account.id::text as subject, 'balance ' || balance || ', version ' || version as detail
    from account where owner_id is null and (balance <> 0 or version <> 0)
    union all
    select account_id::text, 'an entry of the house has a balance'
    from entry join account on account.id = entry.account_id
    where account.owner_id is null and entry.account_version is not null`,

  'a position of the house is the sum of its exposure entries': `
    select account.id::text as subject,
      'position ' || coalesce(position::text, 'none') || ', sum ' || coalesce(sum(amount), 0) as detail
    from account
    left join house_position on house_position.account_id = account.id and house_position.asset = account.asset
    left join entry on entry.account_id = account.id
    where account.owner_id is null and account.kind = 'exposure'
    group by account.id, position having position is distinct from coalesce(sum(entry.amount), 0)
    union all
    select account_id::text, 'a position of an account that has none'
    from house_position join account on account.id = account_id
    where account.owner_id is not null or account.kind <> 'exposure'`,

  'a trade agrees with the entries of its transfer': `
    select trade.id::text as subject, type || ' ' || from_amount || ' ' || from_asset || ' for ' || to_amount || ' ' || to_asset as detail
    from trade
    where exists (
      select from (values
        (user_id, 'available', from_asset, -from_amount), (user_id, 'available', to_asset, to_amount),
        (null, 'fees', from_asset, fee), (null, 'exposure', from_asset, from_amount - fee), (null, 'exposure', to_asset, -to_amount)
      ) as told (owner_id, kind, asset, amount)
      where told.amount <> coalesce((
        select sum(entry.amount) from entry join account on account.id = entry.account_id
        where entry.transfer_id = trade.transfer_id
          and account.owner_id is not distinct from told.owner_id
          and account.kind = told.kind and account.asset = told.asset
      ), 0)
    )`,

  'an outside trade agrees with the entries of its transfer': `
    select outside_trade.id::text as subject, given_amount || ' ' || given_asset || ' for ' || received_amount || ' ' || received_asset as detail
    from outside_trade
    where exists (
      select from (values
        ('exposure', given_asset, -given_amount), ('rail_clearing', given_asset, given_amount),
        ('exposure', received_asset, received_amount), ('rail_clearing', received_asset, -received_amount)
      ) as told (kind, asset, amount)
      where told.amount <> coalesce((
        select sum(entry.amount) from entry join account on account.id = entry.account_id
        where entry.transfer_id = outside_trade.transfer_id
          and account.owner_id is null and account.kind = told.kind and account.asset = told.asset
      ), 0)
    )`,

  'what is held is what open holds say': `
    select account.id::text as subject, 'balance ' || balance || ', holds ' || coalesce(sum(hold.amount), 0) as detail
    from account left join hold on hold.held_account_id = account.id and hold.state = 'open'
    where account.kind = 'held'
    group by account.id having account.balance <> coalesce(sum(hold.amount), 0)`,

  'what is reserved is what open orders can still spend': `
    select account.id::text as subject, 'reserved ' || reserved || ', orders ' || coalesce(sum(owed.amount), 0) as detail
    from account left join (
      select user_id, case when side = 'BUY' then market.quote else market.base end as asset,
        case when side = 'BUY' then price::numeric * remaining * tick_lot_units else remaining * lot_units end as amount
      from book_order join market on market.symbol = book_order.market
      where status in ('OPEN', 'WAITING')
    ) owed on owed.user_id = account.owner_id and owed.asset = account.asset and account.kind = 'available'
    group by account.id having account.reserved <> coalesce(sum(owed.amount), 0)`,

  'the fills of a transfer are what its entries move': `
    select told.transfer_id::text as subject, told.owner_id || ' ' || told.asset || ' ' || told.amount as detail
    from (
      select transfer_id, owner_id, asset, sum(amount) as amount
      from fill
      join market on market.symbol = fill.market
      cross join lateral (select quantity * lot_units as base_amount, price::numeric * quantity * tick_lot_units as quote_amount) moved
      cross join lateral (
        select case when taker_side = 'BUY' then taker_user_id else maker_user_id end as buyer,
          case when taker_side = 'BUY' then maker_user_id else taker_user_id end as seller,
          case when taker_side = 'BUY' then taker_fee else maker_fee end as buyer_fee,
          case when taker_side = 'BUY' then maker_fee else taker_fee end as seller_fee
      ) side
      cross join lateral (values
        (buyer, quote, -quote_amount), (buyer, base, base_amount - buyer_fee),
        (seller, base, -base_amount), (seller, quote, quote_amount - seller_fee),
        (null, base, buyer_fee), (null, quote, seller_fee)
      ) as line (owner_id, asset, amount)
      group by transfer_id, owner_id, asset
    ) told
    where told.amount <> coalesce((
      select sum(entry.amount) from entry join account on account.id = entry.account_id
      where entry.transfer_id = told.transfer_id
        and account.owner_id is not distinct from told.owner_id and account.asset = told.asset
    ), 0)`,

  'whoever traded in a market has one row of history for each transfer': `
    select transfer_id::text as subject, user_id || ' has ' || rows as detail
    from (
      select traded.transfer_id, traded.user_id, count(history.id) as rows
      from (
        select transfer_id, maker_user_id as user_id from fill union select transfer_id, taker_user_id from fill
      ) traded
      left join wallet_transaction history on history.transfer_id = traded.transfer_id and history.user_id = traded.user_id
      group by traded.transfer_id, traded.user_id
    ) told
    where rows <> 1`,

  'a hold is opened and closed by transfers of its amount': `
    select hold.id::text as subject, hold.state || ' ' || hold.amount as detail
    from hold
    where not exists (
        select from entry
        where entry.transfer_id = hold.id and entry.account_id = hold.held_account_id and entry.amount = hold.amount
      )
      or hold.state <> 'open' and not exists (
        select from entry
        where entry.transfer_id = hold.closed_by_transfer_id
          and entry.account_id = hold.held_account_id and entry.amount = -hold.amount
      )`,

  'a reversal mirrors its transfer': `
    select reversal.id::text as subject, 'reverses ' || reversal.reverses_id as detail
    from transfer reversal
    where reversal.reverses_id is not null and exists (
      select account_id from entry
      where transfer_id in (reversal.id, reversal.reverses_id)
      group by account_id having sum(amount) <> 0
    )`,

  'a closed day of the house is the sum of its entries': `
    select account_id::text as subject, 'until ' || ends_at || ': ' || balance as detail
    from (
      select account_id, ends_at, balance,
        lag(ends_at, 1, to_timestamp(0)) over by_account as begins_at,
        balance - lag(balance, 1, 0::numeric) over by_account as change
      from house_balance window by_account as (partition by account_id order by ends_at)
    ) day
    where change <> coalesce((
      select sum(amount) from entry
      where entry.account_id = day.account_id and account_version is null
        and transfer_id >= first_id_at(begins_at) and transfer_id < first_id_at(ends_at)
    ), 0)`,

  'whoever a correction moved has a row of history for it': `
    select ledger_correction.transfer_id::text as subject, account.owner_id || ' ' || entry.asset || ' ' || entry.amount as detail
    from ledger_correction
    join entry on entry.transfer_id = ledger_correction.transfer_id
    join account on account.id = entry.account_id and account.owner_id is not null
    where not exists (
      select from wallet_transaction history
      where history.transfer_id = ledger_correction.transfer_id and history.user_id = account.owner_id
        and history.type = 'CORRECTION' and history.asset = entry.asset and history.amount = abs(entry.amount)
        and (history.direction = 'in') = (entry.amount > 0)
    )`,

  'a stored receipt names its transfer': `
    select owner_id || ' ' || key as subject, 'transfer ' || transfer_id as detail
    from idempotency
    -- A context may hold what PostgreSQL doesn't take for text: the receipt is not read as JSON.
    cross join lateral substring(reply::text from '^{"transferId" : "([0-9a-f-]{36})"') as transfer_id
    where transfer_id is not null and not exists (select from transfer where id = transfer_id::uuid)`,

  'a completed row of history agrees with the entries of its transfer': `
    select history.id::text as subject, history.direction || ' ' || history.amount || ' ' || history.asset as detail
    from wallet_transaction history
    where history.status = 'COMPLETED' and not exists (
      select from entry join account on account.id = entry.account_id
      where entry.transfer_id = history.transfer_id
        and account.owner_id = history.user_id
        and account.asset = history.asset
      group by account.owner_id
      having sum(entry.amount) = case
        when history.direction = 'in' then history.amount
        else -history.amount
      end
    )`,
};

export const ledgerRuleCount = Object.keys(ledgerRules).length;

interface CheckOptions {
  /** After each rule, with how many are done. */
  readonly onRule?: (done: number) => Promise<void>;
}

/** Proves the books from one snapshot of the database. It reads everything: never call it in a request. */
export async function checkLedger(
  db: Pick<Database, 'pool'>,
  { onRule }: CheckOptions = {},
): Promise<LedgerReport> {
  const client = await db.pool.connect();
  let isConnectionSound = false;
  try {
    await client.query('begin isolation level repeatable read read only');
    // Large books take longer than the statement timeout of requests.
    await client.query('set local statement_timeout = 0');
    const report = await check(client, onRule);
    await client.query('commit');
    isConnectionSound = true;
    return report;
  } finally {
    client.release(!isConnectionSound);
  }
}

async function check(client: pg.PoolClient, onRule: CheckOptions['onRule']): Promise<LedgerReport> {
  const findings: Finding[] = [];
  for (const [index, [rule, sql]] of Object.entries(ledgerRules).entries()) {
    const { rows } = await client.query<{ subject: string; detail: string }>(
      `select * from (${sql}) broken limit ${FINDINGS_PER_RULE_MAX}`,
    );
    findings.push(...rows.map(({ subject, detail }) => ({ rule, subject, detail })));
    await onRule?.(index + 1);
  }
  const { accounts, transfers, entries } = one(
    await client.query<{ accounts: bigint; transfers: bigint; entries: bigint }>(
      `select (select count(*) from account) as accounts, (select count(*) from transfer) as transfers,
       (select count(*) from entry) as entries`,
    ),
  );
  return { accountCount: accounts, transferCount: transfers, entryCount: entries, findings };
}
