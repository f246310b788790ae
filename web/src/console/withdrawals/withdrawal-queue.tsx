import {
  withdrawalOutcomes,
  type ListedWithdrawal,
  type WithdrawalOutcome,
} from '@mercury/contract/console/withdrawals.ts';
import { limits } from '@mercury/contract/limits.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { toast } from '../../ui/toast.ts';
import { useMay } from '../api/me.ts';
import styles from '../queue.module.css';
import { WithdrawalRow } from './withdrawal-row.tsx';

const chosenMax = limits.settlementsAtOnceMax;

export interface ToReport {
  outcome: WithdrawalOutcome;
  withdrawals: readonly ListedWithdrawal[];
}

interface WithdrawalQueueProps {
  withdrawals: readonly ListedWithdrawal[];
  onReport: (toReport: ToReport) => void;
}

/** What is chosen is reported together. */
export function WithdrawalQueue({ withdrawals, onReport }: WithdrawalQueueProps) {
  const maySettle = useMay('withdrawals.settle');
  const { t } = useTranslation('console');
  const formatTag = useFormatTag();
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  const choosable = maySettle ? withdrawals.filter(({ outcomes }) => outcomes.length > 0) : [];
  // Others may have settled some of them meanwhile.
  const chosen = choosable.filter(({ id }) => chosenIds.has(id));
  const all = choosable.slice(0, chosenMax);

  function choose(id: string, isChosen: boolean) {
    if (isChosen && chosen.length >= chosenMax) {
      toast.warning(t('withdrawals.chosenMax', { max: formatCount(chosenMax, formatTag) }));
      return;
    }
    const next = new Set(chosen.map((each) => each.id));
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosenIds(next);
  }

  return (
    <>
      {choosable.length > 0 && (
        <div className={styles.bar}>
          <Checkbox
            label={t('withdrawals.chooseAll')}
            checked={chosen.length === all.length}
            onChange={({ target }) => setChosenIds(new Set(target.checked ? all.map(({ id }) => id) : []))}
          />
          <div className={styles.acts}>
            {withdrawalOutcomes.map((outcome) => {
              const fitting = chosen.filter(({ outcomes }) => outcomes.includes(outcome));
              if (!choosable.some(({ outcomes }) => outcomes.includes(outcome))) return null;
              return (
                <Button
                  key={outcome}
                  size="small"
                  variant={outcome === 'failed' ? 'secondary' : 'primary'}
                  isBlocked={fitting.length === 0}
                  onClick={() => onReport({ outcome, withdrawals: fitting })}
                >
                  {t(`withdrawals.outcomes.${outcome}`)} ({formatCount(fitting.length, formatTag)})
                </Button>
              );
            })}
          </div>
        </div>
      )}
      <ul>
        {withdrawals.map((withdrawal) => (
          <WithdrawalRow
            key={withdrawal.id}
            withdrawal={withdrawal}
            isChosen={chosenIds.has(withdrawal.id)}
            onChoose={
              choosable.includes(withdrawal) ? (isChosen) => choose(withdrawal.id, isChosen) : undefined
            }
          />
        ))}
      </ul>
    </>
  );
}
