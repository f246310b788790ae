import type { RefusedBuy } from '@mercury/contract/api/notices.ts';
import { localeTraits, type Locale } from '@mercury/contract/locales.ts';
import { assetOf, type AssetCode } from '@mercury/contract/money/asset.ts';
import { productName } from '@mercury/contract/product.ts';
import { translate, type TextKey } from '../i18n/translate.ts';
import { timeText } from '../i18n/time-text.ts';
import { isolate } from './foreign-text.ts';
import type { ComposedMail, MailFact, MailWriter } from './mail-writer.ts';
import type { MailTemplates } from './templates.ts';

type Notice = MailTemplates['notice'];

/** The mail of a notice that the app shows as well. Notices are about trades, so it links to the trade page. */
export function composeNotice(values: Notice, writer: MailWriter): ComposedMail {
  const { facts, ...texts } = partsOf(values, writer);
  const { paragraph, mainLink } = writer;
  return {
    subject: subjectOf(values, writer.locale),
    summary: writer.write(texts.whatHappened),
    blocks: [
      { kind: 'facts', facts },
      paragraph(texts.whatNow),
      mainLink('mails.trade.button', '/dashboard/trade'),
    ],
  };
}

interface NoticeParts {
  readonly whatHappened: TextKey;
  readonly whatNow: TextKey;
  readonly facts: readonly MailFact[];
}

function partsOf(values: Notice, writer: MailWriter): NoticeParts {
  const { write, locale } = writer;
  switch (values.kind) {
    case 'price_alert':
      return {
        whatHappened: 'mails.trade.price_alert.whatHappened',
        whatNow: 'mails.trade.price_alert.whatNow',
        facts: [
          coinFact(values.currency, writer),
          leftToRight(write('mails.facts.line'), dollarsText(values.line, locale)),
          leftToRight(write('mails.facts.price'), dollarsText(values.price, locale)),
          { label: write('mails.facts.time'), value: timeText(values.at, locale), isLeftToRight: false },
        ],
      };
    case 'recurring_buy_refused': {
      const nextTime = timeText(values.nextAt, locale);
      return {
        whatHappened: 'mails.trade.recurring_buy_refused.whatHappened',
        whatNow: 'mails.trade.recurring_buy_refused.whatNow',
        facts: [
          ...refusedFacts(values, writer),
          { label: write('mails.facts.nextTime'), value: nextTime, isLeftToRight: false },
        ],
      };
    }
    case 'recurring_buy_paused':
      return {
        whatHappened: 'mails.trade.recurring_buy_paused.whatHappened',
        whatNow: 'mails.trade.recurring_buy_paused.whatNow',
        facts: refusedFacts(values, writer),
      };
    default:
      return values satisfies never;
  }
}

function subjectOf(values: Notice, locale: Locale): string {
  const { direction } = localeTraits[locale];
  const asset = isolate(values.currency, direction);
  if (values.kind !== 'price_alert') {
    return translate(locale, `mails.trade.${values.kind}.subject`, { productName, asset });
  }
  const line = isolate(dollarsText(values.line, locale), direction);
  return translate(locale, `mails.trade.price_alert.${values.direction}`, { productName, asset, line });
}

function refusedFacts(values: RefusedBuy, writer: MailWriter): MailFact[] {
  const { write, locale } = writer;
  return [
    coinFact(values.currency, writer),
    leftToRight(write('mails.facts.amount'), `${numberText(values.amount, locale)} ${values.amountCurrency}`),
    { label: write('mails.facts.reason'), value: write(`errors.${values.reason}`), isLeftToRight: false },
  ];
}

function coinFact(asset: AssetCode, { write }: MailWriter): MailFact {
  return leftToRight(write('mails.facts.currency'), `${assetOf(asset).name} (${asset})`);
}

function leftToRight(label: string, value: string): MailFact {
  return { label, value, isLeftToRight: true };
}

/** In the reader's digits, exact, without trailing zeros. */
function numberText(decimal: string, locale: Locale): string {
  return format(decimal, locale, { minimumFractionDigits: 2, maximumFractionDigits: 18 });
}

/** Below one dollar, the first non-zero digits are what counts in a price. */
const significantDigits = 4;

/** From one dollar on, the price has cents. */
function dollarsText(decimal: string, locale: Locale): string {
  const zeros = /^0\.(0*)/.exec(decimal)?.[1];
  return format(decimal, locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: zeros === undefined ? 2 : zeros.length + significantDigits,
  });
}

function format(decimal: string, locale: Locale, options: Intl.NumberFormatOptions): string {
  const { formatTag } = localeTraits[locale];
  // A decimal string of the contract: Intl reads it exactly, without floating point.
  return new Intl.NumberFormat(formatTag, options).format(decimal as Intl.StringNumericLiteral);
}
