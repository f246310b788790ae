import type { BookedLine, StaffAct } from '@mercury/contract/console/withdrawals.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { transferKindText } from '../domain/transfer-kinds.ts';
import { AddressText } from '../ui/address-text.tsx';
import { Card } from '../ui/card.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Detail } from '../ui/detail-list.tsx';
import { Money } from '../ui/money.tsx';
import { DateText } from '../ui/time-text.tsx';
import { actText } from './act-words.ts';
import { useMay } from './api/me.ts';
import styles from './console.module.css';
import { FactList } from './facts.tsx';

/** Leads to the person's page, if the role may see it. */
export function AccountLink({ account }: { account: { id: string; username: string } }) {
  const mayOpen = useMay('people.read');
  const name = <bdi>{account.username}</bdi>;
  return mayOpen ? <Link to={`/console/people/${account.id}`}>{name}</Link> : name;
}

interface DestinationProps {
  network: string | null;
  address: string;
  /** Empty if there is none. */
  memo: string;
}

/** Where money goes or came to, as rows of a list of details. */
export function DestinationDetails({ network, address, memo }: DestinationProps) {
  const { t } = useTranslation('console');
  return (
    <>
      {network !== null && (
        <Detail label={t('file.network')}>
          <bdi>{network}</bdi>
        </Detail>
      )}
      <Detail label={t('file.address')} isStacked>
        <AddressText address={address} isWhole />
        <CopyButton text={address} label={t('file.copyAddress')} />
      </Detail>
      {memo !== '' && (
        <Detail label={t('file.memo')}>
          <bdi dir="ltr">{memo}</bdi> <CopyButton text={memo} label={t('file.copyMemo')} />
        </Detail>
      )}
    </>
  );
}

export function TimelineCard({ steps }: { steps: readonly { name: string; at: string }[] }) {
  const { t } = useTranslation('console');
  return (
    <Card title={t('file.timeline')}>
      <ol className={styles.list}>
        {steps.map(({ name, at }) => (
          <li key={`${name} ${at}`} className={styles.row}>
            <span>{name}</span>
            <span className={styles.meta}>
              <DateText at={at} />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

export function LinesCard({ lines, currency }: { lines: readonly BookedLine[]; currency: string }) {
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  return (
    <Card title={t('file.lines')}>
      {lines.length === 0 && <p className={styles.quiet}>{t('file.noLines')}</p>}
      <ul className={styles.list}>
        {lines.map((line) => (
          <li key={`${line.transferId} ${line.account} ${line.amount}`} className={styles.row}>
            <div className={styles.about}>
              <p className={styles.name}>
                <bdi dir="ltr">{line.account}</bdi>
                <Money amount={line.amount} asset={currency} precision="all" signs="always" />
              </p>
              <p className={styles.meta}>
                {transferKindText(line.kind, tShared) ?? line.kind} <bdi dir="ltr">{line.transferId}</bdi>
              </p>
            </div>
            <span className={styles.meta}>
              <DateText at={line.at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function ActsCard({ acts }: { acts: readonly StaffAct[] }) {
  const { t } = useTranslation('console');
  return (
    <Card title={t('file.acts')}>
      {acts.length === 0 && <p className={styles.quiet}>{t('file.noActs')}</p>}
      <ul className={styles.list}>
        {acts.map(({ at, actor, action, reason, after }) => (
          <li key={`${at} ${action}`} className={styles.row}>
            <div className={styles.about}>
              <p className={styles.name}>
                {actText(action, t) ?? <bdi dir="ltr">{action}</bdi>} <bdi>{actor}</bdi>
              </p>
              {reason !== null && (
                <p className={styles.meta}>
                  <bdi>{reason}</bdi>
                </p>
              )}
              {after !== null && <FactList facts={after} />}
            </div>
            <span className={styles.meta}>
              <DateText at={at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
