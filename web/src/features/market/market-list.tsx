import { limits } from '@mercury/contract/limits.ts';
import { ArrowDownUp, ChartNoAxesCombined, Search, SearchX, Star } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { errorMessage } from '../../api/error-message.ts';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { NativeSelectField } from '../../ui/native-select-field.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { InviteTo, RenderStar } from './market-links.ts';
import {
  type MarketPlace,
  type MarketRow,
  naturalSorting,
  partOf,
  readMarketPlace,
  searchRows,
  type ShownPart,
  shownParts,
  sortKeys,
  sortRows,
  usualSorting,
  writeMarketPlace,
} from './market-rows.ts';
import { MarketTable } from './market-table.tsx';
import styles from './markets-page.module.css';
import { TableSkeleton } from './markets-skeleton.tsx';

/** The ids of the coins that the person watches, as a query has them. */
export interface WatchedCoins {
  data: readonly string[] | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

interface MarketListProps {
  rows: readonly MarketRow[];
  watched: WatchedCoins | undefined;
  renderStar: RenderStar;
  onSignUp: () => void;
  inviteTo: InviteTo;
}

/** The coins with what finds one: a search, parts and an order. All three are in the address. */
export function MarketList({ rows, watched, renderStar, onSignUp, inviteTo }: MarketListProps) {
  const [searchParams, setSearchParams] = useSearchParams();
  const place = readMarketPlace(searchParams);
  // The field itself says what is typed: the address follows a moment later.
  const [typed, setTyped] = useState(place.search);
  const { show, sorting } = place;

  function goTo(changes: Partial<MarketPlace>) {
    const next = { ...place, search: typed, ...changes };
    setSearchParams(writeMarketPlace(next), { replace: true, preventScrollReset: true });
  }
  function search(text: string) {
    setTyped(text);
    goTo({ search: text });
  }
  const table = (watchedIds: readonly string[]) => {
    const part = partOf(rows, show, watchedIds);
    const found = sortRows(searchRows(part, typed), sorting ?? usualSorting(show));
    if (found.length === 0)
      return part.length === 0 ? <EmptyPart show={show} /> : <NothingFound onClear={() => search('')} />;
    return (
      <>
        <Count count={found.length} />
        <MarketTable
          rows={found}
          sorting={sorting ?? usualSorting(show)}
          onSort={(next) => goTo({ sorting: next })}
          renderStar={renderStar}
          inviteTo={inviteTo}
        />
      </>
    );
  };

  return (
    <section className={styles.board} data-testid="markets">
      <Controls place={place} typed={typed} onSearch={search} onChange={goTo} />
      <div className={styles.panel}>
        {show !== 'watchlist' && table([])}
        {show === 'watchlist' && watched === undefined && <SignUpToWatch onSignUp={onSignUp} />}
        {show === 'watchlist' && watched !== undefined && <Watched watched={watched}>{table}</Watched>}
      </div>
    </section>
  );
}

interface WatchedProps {
  watched: WatchedCoins;
  children: (ids: readonly string[]) => ReactNode;
}

function Watched({ watched, children }: WatchedProps) {
  const { t } = useTranslation();
  return (
    <QueryState
      query={watched}
      skeleton={<TableSkeleton label={t('watchlist.loading')} rowCount={3} />}
      failedTitle={t('watchlist.failedToLoad')}
      errorMessage={errorMessage}
      renderFrame={(state) => <div className={styles.empty}>{state}</div>}
    >
      {children}
    </QueryState>
  );
}

interface ControlsProps {
  place: MarketPlace;
  typed: string;
  onSearch: (text: string) => void;
  onChange: (changes: Partial<MarketPlace>) => void;
}

function Controls({ place, typed, onSearch, onChange }: ControlsProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.controls}>
      <search className={styles.search}>
        <TextField
          label={t('markets.search')}
          type="search"
          value={typed}
          onChange={({ target }) => onSearch(target.value)}
          maxLength={limits.searchLengthMax}
          autoComplete="off"
          leading={<Search size={18} aria-hidden="true" />}
        />
      </search>
      <SortChoice place={place} onChange={onChange} />
      <nav className={styles.parts} aria-label={t('markets.parts')}>
        {shownParts.map((show) => (
          <Link
            key={show}
            // Each part begins with its usual order.
            to={{
              search: writeMarketPlace({ ...place, search: typed, show, sorting: undefined }).toString(),
            }}
            replace
            preventScrollReset
            className={styles.part}
            aria-current={show === place.show ? 'true' : undefined}
          >
            {show === 'watchlist' && <Star size={14} aria-hidden="true" />}
            {t(`markets.show.${show}`)}
          </Link>
        ))}
      </nav>
    </div>
  );
}

/** For small screens, whose rows have no heads of columns. */
function SortChoice({ place: { show, sorting }, onChange }: Pick<ControlsProps, 'place' | 'onChange'>) {
  const { t } = useTranslation();
  const present = sorting ?? usualSorting(show);
  const choices = sortKeys.map((key) => ({ value: key, label: t(`markets.columns.${key}`) }));
  return (
    <div className={styles.sortChoice}>
      <NativeSelectField
        label={t('markets.sortBy')}
        value={sorting?.key ?? 'usual'}
        choices={[{ value: 'usual', label: t('markets.usualOrder') }, ...choices]}
        onChange={(key) => onChange({ sorting: key === 'usual' ? undefined : naturalSorting(key) })}
      />
      {present && (
        <IconButton
          label={t('markets.reverse')}
          onClick={() => onChange({ sorting: { ...present, isAscending: !present.isAscending } })}
        >
          <ArrowDownUp size={18} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}

/** Tells screen readers how much a search or a part has found. */
function Count({ count }: { count: number }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  return (
    <p className="visually-hidden" role="status">
      {t('markets.count', { count, shownCount: formatCount(count, formatTag) })}
    </p>
  );
}

function EmptyPart({ show }: { show: ShownPart }) {
  const { t } = useTranslation();
  const Icon = show === 'watchlist' ? Star : ChartNoAxesCombined;
  return (
    <div className={styles.empty}>
      <EmptyState icon={<Icon size={24} />} title={t(`markets.empty.${show}.title`)}>
        {t(`markets.empty.${show}.text`)}
      </EmptyState>
    </div>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.empty}>
      <EmptyState
        icon={<SearchX size={24} />}
        title={t('markets.nothingFoundTitle')}
        action={
          <Button variant="secondary" size="small" onClick={onClear}>
            {t('markets.clearSearch')}
          </Button>
        }
      >
        {t('markets.nothingFoundText')}
      </EmptyState>
    </div>
  );
}

function SignUpToWatch({ onSignUp }: { onSignUp: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.empty}>
      <EmptyState
        icon={<Star size={24} />}
        title={t('watchlist.signUpTitle')}
        action={<Button onClick={onSignUp}>{t('landing.ctaButton')}</Button>}
      >
        {t('watchlist.signUpText')}
      </EmptyState>
    </div>
  );
}
