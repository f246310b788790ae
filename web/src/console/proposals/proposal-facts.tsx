import type { Proposal } from '@mercury/contract/console/proposals.ts';
import { useTranslation } from 'react-i18next';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { DateText, TimeAgo } from '../../ui/time-text.tsx';
import { ChangeTable } from '../change-table.tsx';
import { SubjectName } from '../subject-name.tsx';
import styles from '../console.module.css';

/** Exactly what will happen, who asked and why. */
export function ProposalFacts({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation('console');
  const { kind, state, subject, before, after, reason, proposedBy, proposedAt } = proposal;
  const { expiresAt, delayedUntil } = proposal;
  return (
    <div className={styles.stack}>
      <Outcome proposal={proposal} />
      <DetailList>
        <Detail label={t('proposals.what')}>{t(`proposals.kinds.${kind}`)}</Detail>
        <Detail label={t('proposals.about')}>
          <SubjectName name={subject.name} />
        </Detail>
        <Detail label={t('proposals.who')}>
          <bdi>{proposedBy.name}</bdi> (<bdi>{proposedBy.email}</bdi>) · <TimeAgo at={proposedAt} />
        </Detail>
        <Detail label={t('audit.reason')} isStacked>
          <bdi className={styles.reason}>{reason}</bdi>
        </Detail>
        {state === 'open' && (
          <Detail label={t(delayedUntil === null ? 'proposals.until' : 'proposals.happens')}>
            <DateText at={delayedUntil ?? expiresAt} />
          </Detail>
        )}
      </DetailList>
      <ChangeTable before={before} after={after} />
    </div>
  );
}

function Outcome({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation('console');
  const { state, delayedUntil, decidedBy, decidedAt, decisionReason } = proposal;
  if (state === 'open')
    return delayedUntil !== null && <Notice tone="warning">{t('proposals.delayedText')}</Notice>;
  const tone = state === 'done' ? 'completed' : state === 'outdated' ? 'warning' : 'neutral';
  return (
    <Notice tone={tone}>
      {t(`proposals.outcomes.${state}`)}
      {decidedBy !== null && (
        <>
          {' '}
          <bdi>{decidedBy.email}</bdi>
        </>
      )}
      {decidedAt !== null && (
        <>
          {' '}
          <DateText at={decidedAt} />
        </>
      )}
      {decisionReason !== null && (
        <>
          {' '}
          <bdi>{decisionReason}</bdi>
        </>
      )}
    </Notice>
  );
}
