-- Announcements that are mailed too, to whoever has not turned that off.
alter table announcement
  -- How many mails are written. Null: it is not mailed.
  add column mail_count integer check (mail_count >= 0),
  -- The last person who was looked at. Ids grow with time.
  add column mailed_to_id uuid,
  -- When everybody was looked at.
  add column mailed_at timestamptz,
  add constraint announcement_is_mailed check (mail_count is not null or (mailed_to_id is null and mailed_at is null));

-- Those that wait are counted, and forgotten when the announcement is ended.
create index outgoing_mail_announcement_waiting on outgoing_mail (created_at)
  where template = 'announcement' and sent_at is null;
-- The mails of a person who leaves: an announcement brings a mail for everybody.
create index outgoing_mail_by_person on outgoing_mail (user_id);
