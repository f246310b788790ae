import { useParams } from 'react-router';
import { PaymentPage } from '../features/topups/payment-page.tsx';

export function PayRoute() {
  const { token = '' } = useParams();
  return <PaymentPage key={token} token={token} />;
}
