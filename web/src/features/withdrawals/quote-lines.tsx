import type { TFunction } from 'i18next';
import { ArrowDownToLine, Clock, Percent } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { moneyText } from '../../ui/money-text.ts';
import { Money } from '../../ui/money.tsx';
import { type WithdrawalQuote, type WithdrawalTerms, quoteWithdrawal } from './draft.ts';
import styles from './withdrawals.module.css';

const bpsPerWhole = 10_000;

/** A rate in hundredths of a percent, as its reader writes percents: "0.5%". */
export function rateText(feeBps: number, formatTag: string): string {
  return new Intl.NumberFormat(formatTag, { style: 'percent', maximumFractionDigits: 2 }).format(
    feeBps / bpsPerWhole,
  );
}

/** What leaves, what it costs and what arrives, while the amount is typed. */
export function QuoteLines({ amount, terms }: { amount: string; terms: WithdrawalTerms }) {
  const { t } = useTranslation();
  const quote = quoteWithdrawal(amount, terms);
  return (
    <dl className={styles.quoteLines}>
      {linesOf(quote, t).map(({ part, label, amount: shown }) => (
        <div key={part} className={styles.quoteLine} data-strong={part === 'arrives' || undefined}>
          <dt>{label}</dt>
          <dd>
            <output>
              <Money amount={shown} asset={terms.currency} />
            </output>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function linesOf({ amount, shareFee, networkFee, arrives }: WithdrawalQuote, t: TFunction) {
  const lines = [
    { part: 'amount', label: t('withdraw.youWithdraw'), amount },
    { part: 'shareFee', label: t('withdraw.fee'), amount: shareFee },
    { part: 'networkFee', label: t('withdraw.networkFee'), amount: networkFee },
    { part: 'arrives', label: t('withdraw.arrives'), amount: arrives },
  ] as const;
  return lines.flatMap((line) => (line.amount === undefined ? [] : [{ ...line, amount: line.amount }]));
}

/** The notes that stand with every withdrawal. */
export function TermNotes({ terms: { feeBps, minimum, currency } }: { terms: WithdrawalTerms }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  return (
    <ul className={styles.notes}>
      <li>
        <Percent size={15} aria-hidden="true" />
        {t('withdraw.feeNote', { rate: rateText(feeBps, formatTag) })}
      </li>
      <li>
        <ArrowDownToLine size={15} aria-hidden="true" />
        {t('withdraw.minimumNote', { amount: moneyText(minimum, currency, formatTag) })}
      </li>
      <li>
        <Clock size={15} aria-hidden="true" />
        {t('withdraw.arrivalNote')}
      </li>
    </ul>
  );
}
