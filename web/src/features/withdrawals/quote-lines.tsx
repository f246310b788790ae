import type { TFunction } from 'i18next';
import { ArrowDownToLine, Clock, Percent } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatBps } from '../../domain/prices.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { moneyText } from '../../ui/money-parts.ts';
import { Money } from '../../ui/money.tsx';
import { quoteWithdrawal, type WithdrawalQuote, type WithdrawalTerms } from './draft.ts';
import styles from './withdrawals.module.css';

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

/** Notes that apply to every withdrawal. */
export function TermNotes({ terms: { feeBps, minimum, currency } }: { terms: WithdrawalTerms }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  return (
    <ul className={styles.notes}>
      <li>
        <Percent size={15} aria-hidden="true" />
        {t('withdraw.feeNote', { rate: formatBps(feeBps, formatTag) })}
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
