import type { Transaction } from '@mercury/contract/api/transactions.ts';
import { useTranslation } from 'react-i18next';
import { stepLabel, timelineSteps } from '../../api/timeline-steps.ts';
import { Badge } from '../../ui/badge.tsx';
import { Money } from '../../ui/money.tsx';
import { DateText } from '../../ui/time-text.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import styles from './transaction-dialog.module.css';
import { attentionText, signedAmount, signsOf, statusTone } from './words.ts';

interface TransactionSummaryProps {
  transaction: Transaction;
  /** The state as a sentence, in the reader's language. */
  message: string | undefined;
}

/** How much, how it stands, and the way that it has gone so far. */
export function TransactionSummary({ transaction, message }: TransactionSummaryProps) {
  const { t } = useTranslation();
  const tone = statusTone(transaction.status);
  const attention = attentionText(transaction, t);
  const steps = timelineSteps(transaction);
  return (
    <>
      <div className={styles.summary}>
        <Money
          amount={signedAmount(transaction)}
          asset={transaction.currency}
          signs={signsOf(transaction)}
          size="large"
          isPending={transaction.status === 'PENDING'}
        />
        <Badge tone={tone}>{t(`transaction.status.${tone}`)}</Badge>
        {attention && <Badge tone="warning">{attention}</Badge>}
        {message && transaction.status !== 'COMPLETED' && <p className={styles.message}>{message}</p>}
      </div>
      {steps.length > 1 && (
        <div className={styles.timeline}>
          <Timeline
            label={t('transaction.timeline')}
            steps={steps.map((step, index) => ({
              key: `${step.state}-${index}`,
              label: stepLabel(step, t),
              detail: step.at && <DateText at={step.at} />,
              progress: step.progress,
            }))}
          />
        </div>
      )}
    </>
  );
}
