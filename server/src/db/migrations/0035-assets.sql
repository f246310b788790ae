-- What is offered of an asset, and for what, by the role that serves: two people decided it in the console. What the asset is, and
-- who says its price, stays with the owner of the tables.
create function asset_set_offer(named text, taken boolean, moved boolean, smallest numeric, fee numeric) returns void language sql
security definer
set search_path = public, pg_temp
begin atomic
  update asset set is_active = taken, is_transferable = moved, withdrawal_min = smallest, network_fee = fee where code = named;
end;
