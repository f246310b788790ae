import { zodResolver } from '@hookform/resolvers/zod';
import { findingSchema, findPeople, type FoundPerson } from '@mercury/contract/console/people.ts';
import { useQuery } from '@tanstack/react-query';
import { UserSearch } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { errorMessage } from '../../api/error-message.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { FormSkeleton, QueryState } from '../../ui/query-state.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { DateText } from '../../ui/time-text.tsx';
import { callConsole } from '../api/client.ts';
import styles from '../console.module.css';
import { consolePaths } from '../paths.ts';

const schema = z.object({ search: findingSchema });

/** One box for all that somebody may tell of themselves. Finding a person is not yet looking at them. */
export function PeoplePage() {
  const { t } = useTranslation('console');
  const [address, setAddress] = useSearchParams();
  const search = address.get('search')?.trim() ?? '';
  return (
    <Page title={t('people.title')}>
      <Card>
        {/* Back and forward lead to other searches. */}
        <SearchForm key={search} search={search} onSearch={(text) => setAddress({ search: text })} />
      </Card>
      {findingSchema.safeParse(search).success && <Found search={search} />}
    </Page>
  );
}

interface SearchFormProps {
  search: string;
  onSearch: (search: string) => void;
}

function SearchForm({ search, onSearch }: SearchFormProps) {
  const { t } = useTranslation('console');
  const fieldError = useFieldError();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { search } });
  const submit = form.handleSubmit((found) => onSearch(found.search));
  return (
    <form role="search" noValidate className={styles.stack} onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('people.search')}
        hint={t('people.searchHint')}
        type="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        error={fieldError(form.formState.errors.search)}
        {...form.register('search')}
      />
      <div>
        <Button type="submit">{t('people.find')}</Button>
      </div>
    </form>
  );
}

/** An id or an address belongs to one person, so it leads there at once. */
const isExact = ({ foundBy }: FoundPerson): boolean => foundBy !== 'username' && foundBy !== 'email';

function Found({ search }: { search: string }) {
  const { t } = useTranslation('console');
  const query = useQuery({
    queryKey: ['people', 'found', search],
    queryFn: ({ signal }) => callConsole(findPeople, { query: { search }, signal }),
    staleTime: 0,
  });
  return (
    <Card title={t('people.found')}>
      <QueryState
        query={query}
        skeleton={<FormSkeleton label={t('people.searching')} heights={['3rem', '3rem']} />}
        failedTitle={t('people.failedToSearch')}
        errorMessage={errorMessage}
        isEmpty={({ people }) => people.length === 0}
        empty={
          <EmptyState icon={<UserSearch size={24} />} title={t('people.nobodyFound')}>
            {t('people.nobodyFoundText')}
          </EmptyState>
        }
      >
        {({ people, hasMore }) => {
          const [only] = people;
          if (only && people.length === 1 && isExact(only))
            return <Navigate to={consolePaths.person(only.id)} replace state={{ foundBy: only.foundBy }} />;
          return (
            <>
              <ul className={styles.list}>
                {people.map((person) => (
                  <FoundRow key={person.id} person={person} />
                ))}
              </ul>
              {hasMore && <p className={styles.note}>{t('people.hasMore')}</p>}
            </>
          );
        }}
      </QueryState>
    </Card>
  );
}

function FoundRow({ person }: { person: FoundPerson }) {
  const { t } = useTranslation('console');
  const { id, username, email, foundBy, isFrozen, joinedAt, leftAt } = person;
  return (
    <li className={styles.row} data-testid="found-person">
      <div className={styles.about}>
        <p className={styles.name}>
          <Link to={consolePaths.person(id)} state={{ foundBy }}>
            <bdi>{username}</bdi>
          </Link>
          {isFrozen && <Badge tone="warning">{t('people.isFrozen')}</Badge>}
          {leftAt !== null && <Badge>{t('people.hasLeft')}</Badge>}
        </p>
        {email !== null && (
          <p className={styles.meta}>
            <bdi>{email}</bdi>
          </p>
        )}
        <p className={styles.meta}>
          {t('people.joined')} <DateText at={joinedAt} hasTime={false} /> · {t(`people.foundBy.${foundBy}`)}
        </p>
      </div>
    </li>
  );
}
