import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FormSkeleton, QueryState } from '../../ui/query-state.tsx';
import { TextField } from '../../ui/text-field.tsx';
import consoleStyles from '../console.module.css';
import styles from '../queue.module.css';
import { ownersQuery } from './queries.ts';

interface OwnerSearchProps {
  error: string | undefined;
  /** Empty: nobody is chosen any more. */
  onChoose: (id: string) => void;
}

/** Finds an account by the whole of a name or address, and has one chosen. */
export function OwnerSearch({ error, onChoose }: OwnerSearchProps) {
  const { t } = useTranslation('console');
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const query = useQuery(ownersQuery(search));
  return (
    <div className={consoleStyles.stack}>
      <form
        role="search"
        noValidate
        className={consoleStyles.stack}
        onSubmit={(event) => {
          event.preventDefault();
          const next = typed.trim();
          // The same list stays, with the one who is chosen in it.
          if (next !== '' && next === search) {
            void query.refetch();
            return;
          }
          onChoose('');
          setSearch(next);
        }}
      >
        <TextField
          label={t('deposits.owner')}
          hint={t('deposits.ownerHint')}
          error={error}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          dir="auto"
        />
        <Button type="submit" variant="secondary" isBusy={query.isFetching}>
          {t('deposits.search')}
        </Button>
      </form>
      {search !== '' && (
        <QueryState
          query={query}
          skeleton={<FormSkeleton label={t('deposits.searching')} heights={['3rem']} />}
          failedTitle={t('deposits.searchFailed')}
          errorMessage={errorMessage}
          isEmpty={({ owners }) => owners.length === 0}
          empty={
            <p role="status" className={consoleStyles.quiet}>
              {t('deposits.nobodyFound')}
            </p>
          }
        >
          {({ owners }) => (
            <fieldset className={styles.choices} key={search}>
              <legend className="visually-hidden">{t('deposits.owner')}</legend>
              {owners.map(({ id, username, match }) => (
                <label key={id} className={styles.choice}>
                  <input type="radio" name="owner" onChange={() => onChoose(id)} />
                  <bdi>{username}</bdi> <Badge>{t(`deposits.matches.${match}`)}</Badge>
                </label>
              ))}
            </fieldset>
          )}
        </QueryState>
      )}
    </div>
  );
}
