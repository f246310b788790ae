import { localeTraits, type Locale } from '@mercury/contract/locales.ts';
import { assetOf, type AssetCode } from '@mercury/contract/money/asset.ts';
import { productName } from '@mercury/contract/product.ts';
import { timeText } from '../i18n/time-text.ts';
import { translate } from '../i18n/translate.ts';
import { isolate, oneLine } from './foreign-text.ts';
import type { ComposedMail, MailFact, MailWriter } from './mail-writer.ts';
import type { MailTemplates } from './templates.ts';

type MoneyNotice = MailTemplates['money-notice'];

/** Money that came, did not leave after all, or was traded. It links to the row of history, and to where such mails are turned off. */
export function composeMoneyNotice(values: MoneyNotice, writer: MailWriter): ComposedMail {
  const { write, paragraph, mainLink, otherLink, locale } = writer;
  const time = {
    label: write('mails.facts.time'),
    value: timeText(values.at, locale),
    isLeftToRight: false,
  };
  const history = `/dashboard/transactions?transaction=${encodeURIComponent(values.transactionId)}`;
  return {
    subject: subjectOf(values, locale),
    summary: write(`mails.money.${values.kind}.whatHappened`),
    blocks: [
      { kind: 'facts', facts: [...factsOf(values, writer), time] },
      mainLink('mails.money.button', history),
      paragraph('mails.money.choose'),
      otherLink('mails.money.chooseButton', '/profile'),
    ],
  };
}

function subjectOf(values: MoneyNotice, locale: Locale): string {
  const { direction } = localeTraits[locale];
  const text = (amount: string, asset: AssetCode) => {
    const words = amountIn(locale, amount, asset);
    return direction === 'ltr' ? words : isolate(words, direction);
  };
  if (values.kind === 'trade_done') {
    return translate(locale, `mails.money.trade_done.${values.type}`, {
      productName,
      from: text(values.fromAmount, values.fromCurrency),
      to: text(values.toAmount, values.toCurrency),
    });
  }
  const amount = text(values.amount, values.currency);
  if (values.kind === 'transfer_received' && values.sender !== '') {
    const sender = isolate(values.sender, direction);
    return translate(locale, 'mails.money.transfer_received.subjectBySender', {
      productName,
      sender,
      amount,
    });
  }
  return translate(locale, `mails.money.${values.kind}.subject`, { productName, amount });
}

function factsOf(values: MoneyNotice, { write, locale }: MailWriter): MailFact[] {
  const fact = (label: string, value: string): MailFact => ({ label, value, isLeftToRight: true });
  if (values.kind === 'trade_done') {
    return [
      fact(write('mails.facts.given'), amountIn(locale, values.fromAmount, values.fromCurrency)),
      fact(write('mails.facts.received'), amountIn(locale, values.toAmount, values.toCurrency)),
      ...(Number(values.tradeCount) > 1
        ? [fact(write('mails.facts.trades'), countIn(locale, values.tradeCount))]
        : []),
    ];
  }
  const amount = fact(write('mails.facts.amount'), amountIn(locale, values.amount, values.currency));
  if (values.kind !== 'transfer_received' || values.sender === '') return [amount];
  return [fact(write('mails.facts.sender'), oneLine(values.sender)), amount];
}

/** In the reader's digits, cut after those that the asset is shown with, as on screen. */
function amountIn(locale: Locale, amount: string, asset: AssetCode): string {
  const { shownDecimals } = assetOf(asset);
  const format = new Intl.NumberFormat(localeTraits[locale].formatTag, {
    minimumFractionDigits: Math.min(2, shownDecimals),
    maximumFractionDigits: shownDecimals,
    roundingMode: 'trunc',
  });
  // A decimal string of the contract: Intl reads it exactly, without floating point.
  return `${format.format(amount as Intl.StringNumericLiteral)} ${asset}`;
}

function countIn(locale: Locale, count: string): string {
  return new Intl.NumberFormat(localeTraits[locale].formatTag).format(Number(count));
}
