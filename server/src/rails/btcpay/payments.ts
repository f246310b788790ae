import { amountOf, type Amount } from '@mercury/contract/money/amount.ts';
import { assetOf, findAssetCode, stepOutside, wholeUnitOf } from '@mercury/contract/money/asset.ts';
import { parseDecimal } from '@mercury/contract/money/decimal.ts';
import { divide, divideInSteps } from '@mercury/contract/money/rounding.ts';
import { RailRefusedError, type ObservedPayment } from '../rail.ts';
import type { PaymentMethod } from './client.ts';

type Payment = PaymentMethod['payments'][number];

const stateOf = {
  Invalid: 'failed',
  Processing: 'seen',
  Settled: 'confirmed',
} as const satisfies Record<Payment['status'], ObservedPayment['state']>;

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
        // The invoice accepts every coin that it shows an address for.
        isWrongCoin: false,
        seenAt: new Date(payment.receivedDate * 1000),
      },
    ];
  });
}

/**
 * At the rate shown to the payer, without the network fee charged to them; rounded down to the cent. The server rounds the due
 * amount up, so a full payment never falls short here.
 */
function worthOf({ rate, paymentMethodId }: PaymentMethod, payment: Payment): Amount {
  const net = readExact(payment.value) - readExact(payment.fee ?? '0');
  if (net <= 0n) return amountOf('USD', 0n);
  if (rate === null || rate === undefined) {
    throw new RailRefusedError(`BTCPay Server names no rate for ${paymentMethodId}`);
  }
  const dividend = net * readExact(rate) * wholeUnitOf('USD');
  const toTheCent = { step: stepOutside('USD'), rounding: 'down' } as const;
  return amountOf('USD', divideInSteps(dividend, 10n ** BigInt(2 * exactDecimals), toTheCent));
}

/** A coin unknown to the product is recorded as its worth in US dollars. Digits below the smallest unit are cut off. */
function amountIn({ currency }: PaymentMethod, payment: Payment, usd: Amount): Amount {
  const asset = findAssetCode(currency);
  if (asset === undefined) return usd;
  const step = 10n ** BigInt(exactDecimals - assetOf(asset).decimals);
  return amountOf(asset, divide(readExact(payment.value), step, 'down'));
}

/** The maximum number of decimals of the server's own numbers. */
const exactDecimals = 28;

function readExact(text: string): bigint {
  const exact = parseDecimal(text, exactDecimals);
  if (exact === undefined) throw new RailRefusedError('BTCPay Server names an amount that is none');
  return exact;
}
