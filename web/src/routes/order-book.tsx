import { useParams } from 'react-router';
import { useSession } from '../api/use-session.ts';
import { OrderBookPage } from '../features/order-book/order-book-page.tsx';
import { TradeModes } from '../features/order-book/trade-modes.tsx';

export function OrderBookRoute() {
  // The router ignores case, so the address may be typed in any.
  const symbol = (useParams()['market'] ?? '').toUpperCase();
  // The other way to trade is for people who have signed in.
  const { status } = useSession();
  return (
    <OrderBookPage
      key={symbol}
      symbol={symbol}
      modes={status !== 'anonymous' && <TradeModes shown="pro" coin={symbol.split('-')[0]} />}
    />
  );
}
