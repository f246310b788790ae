import type { User } from '@mercury/contract/api/users.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchDialog } from '../features/search/search-dialog.tsx';
import type { SearchGroup } from '../features/search/search-entry.ts';
import { SearchPanel } from '../features/search/search-panel.tsx';
import { useActionEntries } from './search-actions.tsx';
import { useOrderBookPages, usePageEntries, useSettingEntries } from './search-entries.tsx';
import type { SearchControls } from './search-host.tsx';
import { personPages, pageParts } from './search-pages.ts';
import { useActivityEntries, useOwnCoinEntries, usePeopleEntries } from './search-own.tsx';

interface PersonSearchProps {
  search: SearchControls;
  user: User;
}

/** A signed-in person finds what is theirs too. */
export function PersonSearch({ search, user }: PersonSearchProps) {
  return (
    <SearchDialog isOpen={search.isOpen} onClose={search.close}>
      <PersonFinds search={search} user={user} />
    </SearchDialog>
  );
}

const allPages = [...personPages, ...pageParts];

function PersonFinds({ search, user }: PersonSearchProps) {
  const { t } = useTranslation();
  const coins = useOwnCoinEntries(search);
  const people = usePeopleEntries(search, user);
  const activity = useActivityEntries(search);
  const { money, trades, signOut } = useActionEntries(search);
  const settings = useSettingEntries(search);
  const pages = usePageEntries(allPages, search);
  const orderBooks = usePageEntries(useOrderBookPages(), search);
  const groups = useMemo(
    (): readonly SearchGroup[] => [
      { kind: 'coins', entries: coins.entries },
      { kind: 'people', entries: people.entries },
      { kind: 'activity', entries: activity.entries },
      { kind: 'actions', entries: [...money, ...trades, ...settings, signOut] },
      { kind: 'pages', entries: [...pages, ...orderBooks] },
    ],
    [activity.entries, coins.entries, money, orderBooks, pages, people.entries, settings, signOut, trades],
  );
  const start = useMemo(
    (): readonly SearchGroup[] => [
      { kind: 'actions', entries: money },
      { kind: 'pages', entries: pages.slice(0, personPages.length) },
    ],
    [money, pages],
  );
  const loads = [coins, people, activity];
  return (
    <SearchPanel
      placeholder={t('search.placeholder')}
      groups={groups}
      start={start}
      answersTo={people.answersTo}
      owner={user.id}
      isLoading={loads.some(({ isPending }) => isPending)}
      hasFailed={loads.some(({ isError }) => isError)}
    />
  );
}
