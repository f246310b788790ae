import { foundBy, type PersonFile } from '@mercury/contract/console/people.ts';
import { useQuery } from '@tanstack/react-query';
import { UserX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { errorMessage } from '../../api/error-message.ts';
import { Page } from '../../ui/page.tsx';
import { FormSkeleton, QueryState } from '../../ui/query-state.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { useMay } from '../api/me.ts';
import styles from '../console.module.css';
import { ActsCard } from './acts-card.tsx';
import { BalancesCard } from './balances-card.tsx';
import { EventsCard } from './events-card.tsx';
import { HistoryCard, OpenWithdrawalsCard } from './history-card.tsx';
import { IdentityCard } from './identity-card.tsx';
import { LevelCard } from './level-card.tsx';
import { LookForm } from './look-form.tsx';
import { NotesCard } from './notes-card.tsx';
import { ProposalsCard } from './proposals-card.tsx';
import { fileQuery, isLookRequired } from './queries.ts';
import { PersonSessionsCard } from './sessions-card.tsx';

export function PersonPage() {
  const { t } = useTranslation('console');
  const { id = '' } = useParams();
  const query = useQuery(fileQuery(id));
  const { data, error } = query;
  return (
    <Page title={data ? `\u2068${data.username}\u2069` : t('people.file')}>
      <FoundBy />
      {data === undefined && isLookRequired(error) ? (
        <LookForm id={id} />
      ) : isUnknown(error) ? (
        <EmptyState icon={<UserX size={24} />} title={t('people.unknown')}>
          {t('people.unknownText')}
        </EmptyState>
      ) : (
        <QueryState
          query={query}
          skeleton={<FormSkeleton label={t('people.loading')} heights={['12rem', '8rem', '12rem']} />}
          failedTitle={t('people.failedToLoad')}
          errorMessage={errorMessage}
        >
          {(person) => <File person={person} />}
        </QueryState>
      )}
    </Page>
  );
}

/** Nobody has this id, or the address is no id at all. */
function isUnknown(error: Error | null): boolean {
  return error instanceof ApiError && (error.code === 'NotFound' || error.code === 'ValidationFailed');
}

/** What led here, if a search did. */
function FoundBy() {
  const { t } = useTranslation('console');
  const state: unknown = useLocation().state;
  const given = typeof state === 'object' && state !== null && 'foundBy' in state ? state.foundBy : undefined;
  const by = foundBy.find((each) => each === given);
  return by === undefined ? null : <p className={styles.quiet}>{t(`people.foundBy.${by}`)}</p>;
}

function File({ person }: { person: PersonFile }) {
  const maySeeContact = useMay('people.read_contact');
  const maySeeLevels = useMay('levels.read');
  const { id } = person;
  return (
    <>
      <IdentityCard person={person} />
      {person.openProposals.length > 0 && <ProposalsCard proposals={person.openProposals} />}
      <ActsCard person={person} />
      <BalancesCard balances={person.balances} />
      {person.openWithdrawals.length > 0 && <OpenWithdrawalsCard rows={person.openWithdrawals} />}
      {maySeeLevels && <LevelCard id={id} hasLeft={person.leftAt !== null} />}
      <NotesCard id={id} />
      <HistoryCard id={id} />
      {maySeeContact && <PersonSessionsCard id={id} />}
      {maySeeContact && <EventsCard id={id} />}
    </>
  );
}
