import type { UnassignedDeposit } from '@mercury/contract/console/deposits.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { TimeAgo } from '../../ui/time-text.tsx';
import { useMay } from '../api/me.ts';
import styles from '../queue.module.css';
import { PaymentLines } from './deposit-row.tsx';
import { useObserve } from './use-observe.ts';

interface UnassignedListProps {
  deposits: readonly UnassignedDeposit[];
  onAssign: (deposit: UnassignedDeposit) => void;
}

export function UnassignedList({ deposits, onAssign }: UnassignedListProps) {
  const { t } = useTranslation('console');
  const mayAssign = useMay('deposits.assign');
  const observe = useObserve();
  return (
    <ul>
      {deposits.map((deposit) => {
        const { number, amount, currency, createdAt, externalId, formerOwner } = deposit;
        return (
          <li key={number} className={styles.row} data-testid="unassigned">
            <div className={styles.about}>
              <p className={styles.head}>
                <Money amount={amount} asset={currency} precision="all" />
                <span className={styles.meta}>
                  <TimeAgo at={createdAt} />
                </span>
              </p>
              <PaymentLines payment={deposit} />
              {formerOwner !== null && (
                <p className={styles.meta}>
                  {t('deposits.formerOwner', { name: `\u2068${formerOwner.username}\u2069` })}
                </p>
              )}
              {mayAssign && (
                <p className={styles.acts}>
                  <Button
                    size="small"
                    aria-label={t('deposits.assignOf', { amount, currency })}
                    onClick={() => onAssign(deposit)}
                  >
                    {t('deposits.assign')}
                  </Button>
                  <Button
                    size="small"
                    variant="secondary"
                    aria-label={t('deposits.askOf', { amount, currency })}
                    isBusy={observe.isPending && observe.variables === externalId}
                    onClick={() => observe.mutate(externalId)}
                  >
                    {t('deposits.ask')}
                  </Button>
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
