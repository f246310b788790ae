import type { Notice } from '@mercury/contract/api/notices.ts';
import type { TFunction } from 'i18next';
import { refusalWords } from '../../i18n/refusal-words.ts';
import { moneyText } from '../../ui/money-parts.ts';
import { formatPrice } from '../../domain/prices.ts';

interface NoticeWords {
  title: string;
  /** Empty where there is no more to say. */
  text: string;
}

/** What a notice says: in its list, and as the message that tells of its coming. */
export function noticeWords(notice: Notice, t: TFunction, formatTag: string): NoticeWords {
  const { kind, currency: coin } = notice;
  switch (kind) {
    case 'price_alert':
      return alertWords(notice, t, formatTag);
    case 'recurring_buy_refused':
      return { title: t('notices.buyRefused', { coin }), text: buyText(notice, t, formatTag) };
    case 'recurring_buy_paused':
      return { title: t('notices.buyPaused', { coin }), text: buyText(notice, t, formatTag) };
    default:
      return kind satisfies never;
  }
}

function alertWords(
  { currency, direction, price, line }: Notice,
  t: TFunction,
  formatTag: string,
): NoticeWords {
  const inUsd = (decimal: string | null) =>
    decimal === null ? '' : `\u2066${formatPrice(decimal, formatTag)}\u2069`;
  return {
    title: t(`notices.price.${direction ?? 'above'}`, { coin: currency, price: inUsd(price) }),
    text: line === null ? '' : t('notices.line', { price: inUsd(line) }),
  };
}

function buyText({ amount, amountCurrency, reason }: Notice, t: TFunction, formatTag: string): string {
  const parts = [
    ...(amount !== null && amountCurrency !== null ? [moneyText(amount, amountCurrency, formatTag)] : []),
    ...(reason !== null ? [refusalWords(t, reason)] : []),
  ];
  return parts.join(' · ');
}
