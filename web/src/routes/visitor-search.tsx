import { House, LogIn, UserPlus } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchDialog } from '../features/search/search-dialog.tsx';
import type { SearchGroup } from '../features/search/search-entry.ts';
import { SearchPanel } from '../features/search/search-panel.tsx';
import { visitorPlaces } from '../features/shell/navigation.ts';
import { paths } from '../paths.ts';
import {
  type FoundPage,
  publicPages,
  useCoinEntries,
  useOrderBookPages,
  usePageEntries,
  useSettingEntries,
} from './search-entries.tsx';
import type { SearchControls } from './search-host.tsx';

const pages: readonly FoundPage[] = [
  { to: paths.home, label: 'nav.home', Icon: House },
  ...visitorPlaces,
  { to: paths.login, label: 'nav.login', Icon: LogIn },
  { to: paths.register, label: 'nav.register', Icon: UserPlus },
  ...publicPages,
];

/** Whoever is not signed in finds coins, pages and settings. */
export function VisitorSearch({ search }: { search: SearchControls }) {
  return (
    <SearchDialog isOpen={search.isOpen} onClose={search.close}>
      <VisitorFinds search={search} />
    </SearchDialog>
  );
}

function VisitorFinds({ search }: { search: SearchControls }) {
  const { t } = useTranslation();
  const coins = useCoinEntries(search);
  const pageEntries = usePageEntries(pages, search);
  const orderBooks = usePageEntries(useOrderBookPages(), search);
  const settings = useSettingEntries(search);
  const groups = useMemo(
    (): readonly SearchGroup[] => [
      { kind: 'coins', entries: coins.entries },
      { kind: 'actions', entries: settings },
      { kind: 'pages', entries: [...pageEntries, ...orderBooks] },
    ],
    [coins.entries, orderBooks, pageEntries, settings],
  );
  const start = useMemo(() => groups.filter(({ kind }) => kind !== 'actions'), [groups]);
  return (
    <SearchPanel
      placeholder={t('search.visitorPlaceholder')}
      groups={groups}
      start={start}
      owner="visitor"
      isLoading={coins.isPending}
      hasFailed={coins.isError}
    />
  );
}
