-- What the application role may do: it serves people, and does not own what it serves. Applied after the migrations at each
-- start. What is not named here it may not do: a new table or function has its line here.

-- Others are not kept waiting by what is altered here.
set local lock_timeout = '5s';

revoke all on schema public from public, :application;
revoke all on all tables in schema public from public, :application;
revoke all on all routines in schema public from public, :application;
grant usage on schema public to :application;

grant select on all tables in schema public to :application;

-- The ledger: it reads the tables, and money moves by these functions.
grant execute on function ledger_post(boolean, posting[], posting_entry[], history_row[]) to :application;
grant execute on function ledger_record(history_row[]) to :application;
grant execute on function ledger_open_accounts(uuid, text[]) to :application;
grant execute on function ledger_lock_accounts(uuid[], text[]) to :application;
grant execute on function ledger_lock_positions(text[]) to :application;
grant execute on function ledger_close_days() to :application;
grant execute on function first_id_at(timestamptz), end_of_day_of(uuid), house_balance_at(bigint, uuid) to :application;
grant execute on function start_of_day_of(uuid), version_before(bigint, timestamptz), balance_before(bigint, timestamptz) to :application;

grant execute on function account_reading_take() to :application;

-- Order books: likewise, by these.
grant execute on function book_take(text) to :application;
grant execute on function book_read(text, bigint, uuid[], text[], uuid[]) to :application;
grant execute on function book_commit(jsonb, posting[], posting_entry[], history_row[]) to :application;
grant execute on function trade_by(uuid, uuid) to :application;
grant execute on function has_jumped_price(text, text) to :application;
grant execute on function first_order_since(uuid, text, timestamptz) to :application;
grant execute on function first_trade_since(text, timestamptz) to :application;
grant execute on function house_reach(text[]) to :application;
grant execute on function is_trading_halted(text[]) to :application;
grant execute on function begin_trade(text[]) to :application;
grant execute on function end_trading(text[]) to :application;
grant execute on function trading_halt_begin(text, text), trading_halt_end(text) to :application;
grant execute on function market_set_state(text, text, text[]) to :application;
grant execute on function book_archive(integer) to :application;

grant execute on function level_of(uuid), level_use(uuid, text), counted_for_level(uuid, text, timestamptz)
  to :application;

grant execute on function asset_set_offer(text, boolean, boolean, numeric, numeric) to :application;

grant execute on function is_frozen(timestamptz, timestamptz) to :application;

-- Append-only.
grant insert on
  account_deletion, business_hour, contact_answer, encryption_key, ledger_correction, level_change, outside_trade, person_note,
  recurring_buy_run, setting_change, trade
  to :application;
-- The audit log: it reads the entries, and adds one by this.
grant execute on function audit_append(jsonb) to :application;
grant execute on function audit_first_break() to :application;

-- Written once, and removed when their time is over.
grant insert, delete on idempotency, security_event, trade_origin to :application;
grant delete on archived_order, book_event to :application;
grant insert, delete, update (read_at) on contact_message to :application;

-- People stay: an account is closed, never removed.
grant insert, update on app_user, kind_of_money, proposal, staff_invitation, staff_member to :application;

grant insert, update on house_hour, report_mark, report_movement, report_trade to :application;

grant update on moved_money_mail_mark to :application;
grant insert, delete on moved_money_mail to :application;

-- What has happened to money stays.
grant insert, update on
  deposit, deposit_address, deposit_counter, deposit_pool, topup, topup_payment, unassigned_deposit, withdrawal
  to :application;

grant insert, update, delete on
  traded_volume,
  account_link, api_key, email_verification, ended_session, failed_password, known_device, passkey, passkey_challenge, password_reset, person_look,
  rate_limit, recovery_code, session, sign_in_challenge, two_factor,
  level, level_turn, staff_challenge, staff_passkey, staff_role, staff_session,
  contact, paid_recipient, withdrawal_address,
  asset_price, market_answer, price_alert, price_reference, quote, recurring_buy, watched_coin,
  announcement, books_check, notice, notice_mark, outgoing_mail,
  sandbox_fault, sandbox_payment, sandbox_payout
  to :application;

-- The job queue is the application's own. Its library keeps tables from all but their owner by policies, and has none.
grant usage on schema graphile_worker to :application;
grant select, insert, update, delete on all tables in schema graphile_worker to :application;
revoke insert, update, delete on graphile_worker.migrations from :application;
grant usage on all sequences in schema graphile_worker to :application;
grant execute on all functions in schema graphile_worker to :application;
do $$
declare
  kept regclass;
begin
  for kept in
    select oid from pg_class where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
  loop
    execute format('alter table %s disable row level security', kept);
  end loop;
end
$$;
