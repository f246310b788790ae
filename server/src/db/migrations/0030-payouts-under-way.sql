-- What is under way, or was reported within a day: paid by hand, it may leave long after it was started.
drop index withdrawal_sent;
create index withdrawal_under_way on withdrawal (asset, coalesce(closed_at, 'infinity')) where sent_at is not null;
