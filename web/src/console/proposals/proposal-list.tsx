import type { Proposal, ProposalState } from '@mercury/contract/console/proposals.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { DateText, TimeAgo } from '../../ui/time-text.tsx';
import styles from '../console.module.css';
import { proposalPath } from '../paths.ts';
import { SubjectName } from '../subject-name.tsx';

const tones: Readonly<Record<ProposalState, BadgeTone>> = {
  open: 'pending',
  done: 'completed',
  refused: 'failed',
  cancelled: 'neutral',
  outdated: 'warning',
  expired: 'neutral',
};

export function ProposalList({ proposals }: { proposals: readonly Proposal[] }) {
  return (
    <ul className={styles.list}>
      {proposals.map((proposal) => (
        <ProposalRow key={proposal.id} proposal={proposal} />
      ))}
    </ul>
  );
}

function ProposalRow({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation('console');
  const { id, kind, state, subject, proposedBy, proposedAt, delayedUntil, decidedAt } = proposal;
  return (
    <li className={styles.row} data-testid="proposal">
      <div className={styles.about}>
        <p className={styles.name}>
          <Link to={proposalPath(id)}>
            {t(`proposals.kinds.${kind}`)}: <SubjectName name={subject.name} />
          </Link>{' '}
          <Badge tone={tones[state]}>{t(`proposals.states.${state}`)}</Badge>
        </p>
        <p className={styles.meta}>
          {t('proposals.askedBy')} <bdi>{proposedBy.email}</bdi> · <TimeAgo at={decidedAt ?? proposedAt} />
          {state === 'open' && delayedUntil !== null && (
            <>
              {' · '}
              {t('proposals.happensAt')} <DateText at={delayedUntil} />
            </>
          )}
        </p>
      </div>
    </li>
  );
}
