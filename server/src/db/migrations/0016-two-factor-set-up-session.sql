-- The session that began an unfinished set-up: it alone is shown the same secret again, so that nobody who has the password learns
-- the secret that somebody else is about to use. No foreign key: sessions come and go, and an id that is gone fits nobody.
alter table two_factor add column pending_session_id uuid;
