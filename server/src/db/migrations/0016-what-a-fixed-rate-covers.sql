-- The rate of a top-up holds for what was asked for and paid in time. What is more, or does not count, is worth what its coin
-- costs once it is final: the first trusted price from then on settles it, in dollars and in what it is credited as.
alter table topup_payment
  drop constraint topup_payment_problem_check,
  add constraint topup_payment_problem_check check (problem in ('late', 'wrong_coin', 'extra', 'excess')),
  -- US cents, rounded down. Null until the price is known, and where the top-up's own rate holds.
  add column final_usd numeric(38, 0) check (final_usd >= 0),
  -- In the smallest unit of what the top-up is credited as.
  add column final_credit numeric(38, 0) check (final_credit >= 0),
  add constraint topup_payment_is_priced_whole check ((final_usd is null) = (final_credit is null)),
  add constraint topup_payment_is_priced_when_final
    check (final_usd is null or (problem is not null and state = 'confirmed'));
update topup_payment payment
   set final_usd = coalesce(offered.usd_value, payment.usd_amount), final_credit = offered.amount
  from wallet_transaction offered
 where offered.id = payment.transaction_id;
alter table topup_payment
  add constraint topup_payment_is_offered_at_its_worth check (transaction_id is null or final_usd is not null);
create index topup_payment_unpriced on topup_payment (topup_id)
  where problem is not null and state = 'confirmed' and final_usd is null;
