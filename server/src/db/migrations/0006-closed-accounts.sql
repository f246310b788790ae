-- The accounts of a person who has left: empty, and they stay so, whatever was on its way when they closed.
alter table account
  add column closed_at timestamptz,
  add constraint account_closed_is_empty check (closed_at is null or balance = 0);

create function close_accounts_of_deleted() returns trigger language plpgsql as $$
begin
  update account set closed_at = new.deleted_at where owner_id = new.id and closed_at is null;
  return null;
end
$$;

create trigger app_user_deletion_closes_accounts after update of deleted_at on app_user
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function close_accounts_of_deleted();

-- An account that a person did not have when they left is none that could be opened for them now. The lock makes whoever
-- leaves at this moment wait, and then see the account.
create function refuse_account_of_deleted() returns trigger language plpgsql as $$
declare
  gone_at timestamptz;
begin
  select deleted_at into gone_at from app_user where id = new.owner_id for share;
  if gone_at is not null then
    raise exception 'the owner of an account is gone'
      using errcode = 'check_violation', constraint = 'account_closed_is_empty';
  end if;
  return new;
end
$$;

create trigger account_is_not_opened_for_deleted before insert on account
  for each row when (new.owner_id is not null)
  execute function refuse_account_of_deleted();
