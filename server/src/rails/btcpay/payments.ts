import { amountOf, type Amount } from '@mercury/contract/money/amount.ts';
import { assetOf, findAssetCode, wholeUnitOf } from '@mercury/contract/money/asset.ts';
import { parseDecimal } from '@mercury/contract/money/decimal.ts';
import { divide } from '@mercury/contract/money/rounding.ts';
import { RailRefusedError, type ObservedPayment } from '../rail.ts';
import type { PaymentMethod } from './client.ts';

type Payment = PaymentMethod['payments'][number];

const stateOf = {
  Invalid: 'failed',
  Processing: 'seen',
  Settled: 'confirmed',
} as const satisfies Record<Payment['status'], ObservedPayment['state']>;

/** What was paid by one method, such as BTC-CHAIN. */
export function observePayments(method: PaymentMethod): ObservedPayment[] {
  return method.payments.flatMap((payment) => {
    const usd = worthOf(method, payment);
    const amount = amountIn(method, payment, usd);
    if (amount.minorUnits <= 0n) return [];
    return [
      {
        // An id is unique within its method only.
        externalId: `${method.paymentMethodId}/${payment.id}`,
        amount,
        usd,
        state: stateOf[payment.status],
        // The invoice takes every coin that it shows an address for.
        isWrongCoin: false,
        seenAt: new Date(payment.receivedDate * 1000),
      },
    ];
  });
}

/**
 * At the rate that the payer was shown, without what they were charged for the network; down to the cent. The server
 * rounds what is due up, so that who pays it in full never falls short here.
 */
function worthOf({ rate, paymentMethodId }: PaymentMethod, payment: Payment): Amount {
  const net = readExact(payment.value) - readExact(payment.fee ?? '0');
  if (net <= 0n) return amountOf('USD', 0n);
  if (rate === null || rate === undefined) {
    throw new RailRefusedError(`BTCPay Server names no rate for ${paymentMethodId}`);
  }
  const dividend = net * readExact(rate) * wholeUnitOf('USD');
  return amountOf('USD', divide(dividend, 10n ** BigInt(2 * exactDecimals), 'down'));
}

/** A coin that the product has no name for is written as what it is worth. Digits below the smallest unit fall away. */
function amountIn({ currency }: PaymentMethod, payment: Payment, usd: Amount): Amount {
  const asset = findAssetCode(currency);
  if (asset === undefined) return usd;
  const step = 10n ** BigInt(exactDecimals - assetOf(asset).decimals);
  return amountOf(asset, divide(readExact(payment.value), step, 'down'));
}

/** As many digits after the point as the server's own decimals can have. */
const exactDecimals = 28;

function readExact(text: string): bigint {
  const exact = parseDecimal(text, exactDecimals);
  if (exact === undefined) throw new RailRefusedError('BTCPay Server names an amount that is none');
  return exact;
}
