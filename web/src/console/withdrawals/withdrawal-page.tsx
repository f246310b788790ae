import {
  listedWithdrawalStates,
  type WithdrawalFile,
  type WithdrawalOutcome,
} from '@mercury/contract/console/withdrawals.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { errorMessage } from '../../api/error-message.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { FormSkeleton, QueryState } from '../../ui/query-state.tsx';
import { DateText } from '../../ui/time-text.tsx';
import { useDialog } from '../../ui/use-dialog.ts';
import { useMay } from '../api/me.ts';
import styles from '../console.module.css';
import { ActsCard, LinesCard, TimelineCard } from '../file-parts.tsx';
import { consolePaths } from '../paths.ts';
import queueStyles from '../queue.module.css';
import { useItemDialog } from '../use-item-dialog.ts';
import { withdrawalFileQuery } from './queries.ts';
import { ReleaseDialog } from './release-dialog.tsx';
import { SettleDialog } from './settle-dialog.tsx';
import { WithdrawalFacts } from './withdrawal-facts.tsx';

export function WithdrawalPage() {
  const { t } = useTranslation('console');
  const { id = '' } = useParams();
  const query = useQuery(withdrawalFileQuery(id));
  return (
    <Page title={t('withdrawals.one')}>
      <p>
        <Link to={`${consolePaths.withdrawals}?state=${query.data?.withdrawal.state ?? 'queued'}`}>
          {t('withdrawals.toList')}
        </Link>
      </p>
      <QueryState
        query={query}
        skeleton={<FormSkeleton label={t('withdrawals.loadingOne')} heights={['4rem', '16rem', '8rem']} />}
        failedTitle={t('withdrawals.failedToLoadOne')}
        errorMessage={errorMessage}
      >
        {({ withdrawal }) => <File withdrawal={withdrawal} />}
      </QueryState>
    </Page>
  );
}

function File({ withdrawal }: { withdrawal: WithdrawalFile }) {
  const { t } = useTranslation('console');
  const { advice, timeline, lines, acts, unusual, currency, proposal } = withdrawal;
  return (
    <>
      <Notice tone={advice === 'look' || advice === 'approve' ? 'warning' : 'neutral'}>
        {t(`withdrawals.advice.${advice}`)}
      </Notice>
      {proposal !== null && (
        <Notice tone="neutral">
          {t('withdrawals.proposedBy', { name: `\u2068${proposal.by}\u2069` })} <DateText at={proposal.at} />
        </Notice>
      )}
      <ActButtons withdrawal={withdrawal} />
      <Card title={t('file.facts')}>
        <WithdrawalFacts withdrawal={withdrawal} />
      </Card>
      {unusual.length > 0 && (
        <Card title={t('withdrawals.unusual')}>
          <ul className={styles.list}>
            {unusual.map(({ kind, networkAddress, at }) => (
              <li key={`${kind} ${at}`} className={styles.row}>
                <bdi dir="ltr">
                  {kind} {networkAddress}
                </bdi>
                <span className={styles.meta}>
                  <DateText at={at} />
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <TimelineCard
        steps={timeline.map(({ state, at }) => {
          const known = listedWithdrawalStates.find((each) => each === state);
          return { name: known ? t(`withdrawals.states.${known}`) : state, at };
        })}
      />
      <LinesCard lines={lines} currency={currency} />
      <ActsCard acts={acts} />
    </>
  );
}

/** Only what is possible now, and to this role. */
function ActButtons({ withdrawal }: { withdrawal: WithdrawalFile }) {
  const { t } = useTranslation('console');
  const maySettle = useMay('withdrawals.settle');
  const mayRelease = useMay('withdrawals.release_large');
  const settling = useItemDialog<WithdrawalOutcome>();
  const releasing = useDialog();
  const outcomes = maySettle ? withdrawal.outcomes : [];
  const isToRelease = mayRelease && withdrawal.state === 'held' && withdrawal.proposal === null;
  return (
    <>
      {(outcomes.length > 0 || isToRelease) && (
        <div className={queueStyles.acts}>
          {isToRelease && <Button onClick={releasing.open}>{t('withdrawals.release')}</Button>}
          {outcomes.map((outcome) => (
            <Button
              key={outcome}
              variant={outcome === 'failed' ? 'secondary' : 'primary'}
              onClick={() => settling.open(outcome)}
            >
              {t(`withdrawals.outcomes.${outcome}`)}
            </Button>
          ))}
        </div>
      )}
      {settling.item && (
        <SettleDialog
          key={settling.opening}
          outcome={settling.item}
          withdrawals={[withdrawal]}
          isOpen={settling.isOpen}
          onClose={settling.close}
        />
      )}
      <ReleaseDialog
        key={releasing.key}
        withdrawal={withdrawal}
        isOpen={releasing.isOpen}
        onClose={releasing.close}
      />
    </>
  );
}
