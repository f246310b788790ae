import type { ListedWithdrawal } from '@mercury/contract/console/withdrawals.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AddressText } from '../../ui/address-text.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Money } from '../../ui/money.tsx';
import { TimeAgo } from '../../ui/time-text.tsx';
import { AccountLink } from '../file-parts.tsx';
import { consolePaths } from '../paths.ts';
import styles from '../queue.module.css';

interface WithdrawalRowProps {
  withdrawal: ListedWithdrawal;
  isChosen: boolean;
  /** Undefined: nothing can be reported of it, or not by this role. */
  onChoose: ((isChosen: boolean) => void) | undefined;
}

export function WithdrawalRow({ withdrawal, isChosen, onChoose }: WithdrawalRowProps) {
  const { t } = useTranslation('console');
  const { id, account, arrives, currency, network, address, memo, createdAt } = withdrawal;
  return (
    <li className={styles.row} data-testid="withdrawal">
      {onChoose && (
        <Checkbox
          label={
            <span className="visually-hidden">
              {t('withdrawals.choose', {
                amount: arrives,
                currency,
                name: `\u2068${account.username}\u2069`,
              })}
            </span>
          }
          checked={isChosen}
          onChange={({ target }) => onChoose(target.checked)}
        />
      )}
      <div className={styles.about}>
        <p className={styles.head}>
          <Link to={`${consolePaths.withdrawals}/${id}`}>
            <Money amount={arrives} asset={currency} precision="all" />
          </Link>
          <span className={styles.meta}>
            <TimeAgo at={createdAt} />
          </span>
        </p>
        <p className={styles.meta}>
          <AccountLink account={account} />
        </p>
        <p className={styles.meta}>
          {network !== null && (
            <>
              <bdi>{network}</bdi>
              {' · '}
            </>
          )}
          <AddressText address={address} />
          {memo !== '' && (
            <>
              {' · '}
              <bdi dir="ltr">{memo}</bdi>
            </>
          )}
        </p>
      </div>
    </li>
  );
}
