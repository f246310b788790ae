import { useParams } from 'react-router';
import { OrderBookPage } from '../features/order-book/order-book-page.tsx';
import { TradeModes } from '../features/order-book/trade-modes.tsx';

export function OrderBookRoute() {
  // The router ignores case, so the address may be typed in any.
  const symbol = (useParams()['market'] ?? '').toUpperCase();
  return (
    <OrderBookPage
      key={symbol}
      symbol={symbol}
      modes={<TradeModes shown="pro" coin={symbol.split('-')[0]} />}
    />
  );
}
