import type { Notice } from '@mercury/contract/api/notices.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import { formatPrice } from '@mercury/contract/money/price.ts';
import type { NoticeRow } from './queries.ts';

export function presentNotice(row: NoticeRow): Notice {
  const { amount, amount_asset } = row;
  return {
    id: row.id,
    kind: row.kind,
    currency: row.asset,
    direction: row.direction,
    line: presentPrice(row.line_scaled_usd),
    price: presentPrice(row.price_scaled_usd),
    amount: amount === null || amount_asset === null ? null : formatAmount(amountOf(amount_asset, amount)),
    amountCurrency: amount_asset,
    reason: row.reason,
    isRead: row.read_at !== null,
    createdAt: row.created_at.toISOString(),
  };
}

function presentPrice(scaledUsd: bigint | null): string | null {
  return scaledUsd === null ? null : formatPrice({ scaledUsd });
}
