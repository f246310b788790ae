import type { Proposal } from '@mercury/contract/console/proposals.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/time-text.tsx';
import styles from '../console.module.css';
import { proposalPath } from '../paths.ts';

/** What waits for a second person; it is decided on a page of its own. */
export function ProposalsCard({ proposals }: { proposals: readonly Proposal[] }) {
  const { t } = useTranslation('console');
  return (
    <Card title={t('people.proposals')}>
      <ul className={styles.list}>
        {proposals.map(({ id, kind, proposedBy, proposedAt, reason }) => (
          <li key={id} className={styles.row} data-testid="open-proposal">
            <div className={styles.about}>
              <p className={styles.name}>
                <Link to={proposalPath(id)}>{t(`proposals.kinds.${kind}`)}</Link>
              </p>
              <p className={styles.meta}>
                <bdi>{proposedBy.name}</bdi> · <DateText at={proposedAt} /> · <bdi>{reason}</bdi>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
