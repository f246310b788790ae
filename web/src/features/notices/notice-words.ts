import type { News, NewsOf, RefusedBuy } from '@mercury/contract/api/notices.ts';
import { productName } from '@mercury/contract/product.ts';
import type { TFunction } from 'i18next';
import { priceInText } from '../../domain/prices.ts';
import { formatCount } from '../../i18n/formats.ts';
import { refusalWords } from '../../i18n/refusal-words.ts';
import { shortAddress } from '../../ui/address-text.tsx';
import { moneyText } from '../../ui/money-parts.ts';

interface NoticeWords {
  title: string;
  text: string;
}

/** A notice's text, for the list and for the toast. */
export function noticeWords(news: News, t: TFunction, formatTag: string): NoticeWords {
  switch (news.kind) {
    case 'transfer_received':
    case 'deposit_credited':
    case 'topup_credited':
      return arrivalWords(news, t, formatTag);
    case 'correction_in':
    case 'correction_out':
      return correctionWords(news, t, formatTag);
    case 'withdrawal_sent':
    case 'withdrawal_failed':
    case 'withdrawal_cancelled':
    case 'withdrawal_expired':
      return withdrawalWords(news, t, formatTag);
    case 'trade_done':
      return tradeWords(news, t, formatTag);
    case 'price_alert':
      return alertWords(news, t, formatTag);
    case 'recurring_buy_refused':
      return { title: t('notices.buyRefused', { coin: news.currency }), text: buyText(news, t, formatTag) };
    case 'recurring_buy_paused':
      return { title: t('notices.buyPaused', { coin: news.currency }), text: buyText(news, t, formatTag) };
    case 'security':
      return securityWords(news, t);
    case 'announcement':
      return { title: t('notices.announcement', { product: productName }), text: news.text };
    default:
      return news satisfies never;
  }
}

function arrivalWords(
  news: NewsOf<'transfer_received' | 'deposit_credited' | 'topup_credited'>,
  t: TFunction,
  formatTag: string,
): NoticeWords {
  const title = t('notices.received', { amount: moneyText(news.amount, news.currency, formatTag) });
  switch (news.kind) {
    case 'deposit_credited':
      return { title, text: t('notices.deposit') };
    case 'topup_credited':
      return { title, text: t('notices.topUp') };
    case 'transfer_received': {
      const { sender } = news;
      const text =
        sender === null ? t('notices.fromNobody') : t('notices.from', { sender: isolated(sender) });
      return { title, text };
    }
    default:
      return news satisfies never;
  }
}

function correctionWords(
  { kind, amount, currency }: NewsOf<'correction_in' | 'correction_out'>,
  t: TFunction,
  formatTag: string,
): NoticeWords {
  const title = kind === 'correction_in' ? 'notices.received' : 'notices.taken';
  return {
    title: t(title, { amount: moneyText(amount, currency, formatTag) }),
    text: t('notices.corrected'),
  };
}

function withdrawalWords(
  news: NewsOf<'withdrawal_sent' | 'withdrawal_failed' | 'withdrawal_cancelled' | 'withdrawal_expired'>,
  t: TFunction,
  formatTag: string,
): NoticeWords {
  const amount = moneyText(news.amount, news.currency, formatTag);
  switch (news.kind) {
    case 'withdrawal_sent': {
      const arrives = moneyText(news.arrives, news.currency, formatTag);
      const address = isolated(shortAddress(news.address));
      return { title: t('notices.withdrawn', { amount: arrives }), text: t('notices.to', { address }) };
    }
    case 'withdrawal_failed':
      return { title: t('notices.withdrawalFailed', { amount }), text: t('notices.moneyBack') };
    case 'withdrawal_cancelled':
      return { title: t('notices.withdrawalCancelled', { amount }), text: t('notices.moneyBack') };
    case 'withdrawal_expired':
      return { title: t('notices.withdrawalExpired', { amount }), text: t('notices.codeNotEntered') };
    default:
      return news satisfies never;
  }
}

function tradeWords(news: NewsOf<'trade_done'>, t: TFunction, formatTag: string): NoticeWords {
  const from = moneyText(news.fromAmount, news.fromCurrency, formatTag);
  const to = moneyText(news.toAmount, news.toCurrency, formatTag);
  const { tradeCount } = news;
  const trades =
    tradeCount > 1
      ? ` · ${t('notices.inTrades', { count: tradeCount, formatted: formatCount(tradeCount, formatTag) })}`
      : '';
  if (news.isRecurring) {
    return { title: t('notices.boughtAgain', { amount: to }), text: t('notices.inReturn', { amount: from }) };
  }
  switch (news.type) {
    case 'BUY':
      return {
        title: t('notices.bought', { amount: to }),
        text: t('notices.inReturn', { amount: from }) + trades,
      };
    case 'SELL':
      return {
        title: t('notices.sold', { amount: from }),
        text: t('notices.gained', { amount: to }) + trades,
      };
    case 'EXCHANGE':
      return {
        title: t('notices.exchanged', { amount: from }),
        text: t('notices.gained', { amount: to }) + trades,
      };
    default:
      return news.type satisfies never;
  }
}

function alertWords(
  { currency, direction, price, line }: NewsOf<'price_alert'>,
  t: TFunction,
  formatTag: string,
): NoticeWords {
  const inUsd = (decimal: string) => priceInText(decimal, t, formatTag);
  return {
    title: t(`notices.price.${direction}`, { coin: currency, price: inUsd(price) }),
    text: t('notices.line', { price: inUsd(line) }),
  };
}

function buyText({ amount, amountCurrency, reason }: RefusedBuy, t: TFunction, formatTag: string): string {
  return `${moneyText(amount, amountCurrency, formatTag)} · ${refusalWords(t, reason)}`;
}

function securityWords({ event, actor }: NewsOf<'security'>, t: TFunction): NoticeWords {
  return {
    title: t(`security.events.kinds.${event}`),
    text:
      actor === 'person'
        ? t('notices.notYou')
        : t(`security.events.actors.${actor}`, { product: productName }),
  };
}

/** Left to right, whatever the sentence around it is. */
function isolated(text: string): string {
  return `\u2066${text}\u2069`;
}
