-- What the contact's owner notes for themselves, to find the contact by. It is never compared with the emails of accounts, so that
-- it tells nothing about who has one.
alter table contact add column email text check (length(email) between 3 and 254);
