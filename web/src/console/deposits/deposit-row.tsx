import type { ListedDeposit, UnassignedDeposit } from '@mercury/contract/console/deposits.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { Money } from '../../ui/money.tsx';
import { TimeAgo } from '../../ui/time-text.tsx';
import { AccountLink } from '../file-parts.tsx';
import { consolePaths } from '../paths.ts';
import styles from '../queue.module.css';

export function DepositRow({ deposit }: { deposit: ListedDeposit }) {
  return (
    <li className={styles.row} data-testid="deposit">
      <div className={styles.about}>
        <p className={styles.head}>
          <Link to={`${consolePaths.deposits}/${deposit.id}`}>
            <Money amount={deposit.amount} asset={deposit.currency} precision="all" />
          </Link>
          <span className={styles.meta}>
            <TimeAgo at={deposit.createdAt} />
          </span>
        </p>
        <p className={styles.meta}>
          <AccountLink account={deposit.account} />
        </p>
        <PaymentLines payment={deposit} />
      </div>
    </li>
  );
}

type Payment = Pick<
  UnassignedDeposit,
  'network' | 'address' | 'memo' | 'externalId' | 'confirmations' | 'confirmationsNeeded'
>;

/** Where it went, and how deep it is. */
export function PaymentLines({ payment }: { payment: Payment }) {
  const { t } = useTranslation('console');
  const formatTag = useFormatTag();
  const { network, address, memo, externalId, confirmations, confirmationsNeeded } = payment;
  return (
    <>
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
      <p className={styles.meta}>
        {t('deposits.reference')} <AddressText address={externalId} /> ·{' '}
        {t('deposits.confirmations', {
          seen: formatCount(confirmations, formatTag),
          needed: formatCount(confirmationsNeeded, formatTag),
        })}
      </p>
    </>
  );
}
