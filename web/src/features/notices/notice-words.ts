import type { News, NewsOf, RefusedBuy } from '@mercury/contract/api/notices.ts';
import type { TFunction } from 'i18next';
import { refusalWords } from '../../i18n/refusal-words.ts';
import { moneyText } from '../../ui/money-parts.ts';
import { formatPrice } from '../../domain/prices.ts';

interface NoticeWords {
  title: string;
  text: string;
}

/** A notice's text, for the list and for the toast. */
export function noticeWords(news: News, t: TFunction, formatTag: string): NoticeWords {
  switch (news.kind) {
    case 'price_alert':
      return alertWords(news, t, formatTag);
    case 'recurring_buy_refused':
      return { title: t('notices.buyRefused', { coin: news.currency }), text: buyText(news, t, formatTag) };
    case 'recurring_buy_paused':
      return { title: t('notices.buyPaused', { coin: news.currency }), text: buyText(news, t, formatTag) };
    default:
      return news satisfies never;
  }
}

function alertWords(
  { currency, direction, price, line }: NewsOf<'price_alert'>,
  t: TFunction,
  formatTag: string,
): NoticeWords {
  const inUsd = (decimal: string) => `\u2066${formatPrice(decimal, formatTag)}\u2069`;
  return {
    title: t(`notices.price.${direction}`, { coin: currency, price: inUsd(price) }),
    text: t('notices.line', { price: inUsd(line) }),
  };
}

function buyText({ amount, amountCurrency, reason }: RefusedBuy, t: TFunction, formatTag: string): string {
  return `${moneyText(amount, amountCurrency, formatTag)} · ${refusalWords(t, reason)}`;
}
