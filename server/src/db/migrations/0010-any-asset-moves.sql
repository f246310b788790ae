-- A transfer carries any asset, so those that every build knows move between accounts from now on. Whether one of them was
-- switched off by an operator can't be told from the seed's former value: `set-asset` switches it off again.
update asset
set is_transferable = true
where not is_transferable
  and code in ('MRCY', 'USD', 'BTC', 'ETH', 'TRX', 'USDT', 'USDC', 'BNB', 'SOL', 'XRP', 'DOGE', 'LTC', 'TON');
