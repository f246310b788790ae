import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { limits } from '@mercury/contract/limits.ts';
import { Search, X } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { findEntries } from './find-entries.ts';
import { keepRecentChoice, readRecentChoices } from './recent-choices.ts';
import type { SearchEntry, SearchGroup, SearchKind } from './search-entry.ts';
import styles from './search-dialog.module.css';
import { useEnter } from './use-enter.ts';

interface SearchPanelProps {
  placeholder: string;
  /** Everything that can be found. */
  groups: readonly SearchGroup[];
  /** What to begin with: shown while nothing is typed. */
  start: readonly SearchGroup[];
  /** Answers to what was typed itself, such as an address that can be sent to. They come first. */
  answersTo?: (query: string) => readonly SearchGroup[];
  /** Whose recent choices are shown and kept. */
  owner: string;
  /** More may be found in a moment. */
  isLoading: boolean;
  /** A part of it could not be loaded. */
  hasFailed: boolean;
}

interface ShownGroup {
  kind: SearchKind | 'recent';
  items: readonly SearchEntry[];
}

const asShown = ({ kind, entries }: SearchGroup): ShownGroup => ({ kind, items: entries });

/** What was chosen last, as far as it still exists, and then the beginning without it. */
function beginningOf(owner: string, { groups, start }: Pick<SearchPanelProps, 'groups' | 'start'>) {
  const all = groups.flatMap(({ entries }) => entries);
  const recent = readRecentChoices(owner).flatMap((id) => all.find((entry) => entry.id === id) ?? []);
  const others = start.map(({ kind, entries }) => ({
    kind,
    entries: entries.filter(({ id }) => recent.every((entry) => entry.id !== id)),
  }));
  const shown: ShownGroup[] = [{ kind: 'recent', items: recent }, ...others.map(asShown)];
  return shown.filter(({ items }) => items.length > 0);
}

function useShown(query: string, { groups, start, answersTo, owner }: SearchPanelProps) {
  // The owner's choices change only when this panel closes.
  const beginning = useMemo(() => beginningOf(owner, { groups, start }), [owner, groups, start]);
  return useMemo(() => {
    if (query.trim() === '') return beginning;
    return [...(answersTo?.(query.trim()) ?? []), ...findEntries(groups, query)].map(asShown);
  }, [query, beginning, answersTo, groups]);
}

/** A field, and what fits it. The arrow keys go through the finds and Enter chooses one, while the focus stays in the field. */
export function SearchPanel(props: SearchPanelProps) {
  const { placeholder, owner, isLoading, hasFailed } = props;
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const shown = useShown(query, props);
  const finds = shown.flatMap(({ items }) => items);

  function choose(entry: SearchEntry) {
    if (!entry.isNeverKept) keepRecentChoice(owner, entry.id);
    entry.onChoose();
  }
  const { isAwaited, onHighlight, onKeyDown } = useEnter({ query, finds, isLoading, onChoose: choose });

  return (
    <Autocomplete.Root
      open
      inline
      items={shown}
      mode="none"
      value={query}
      onValueChange={(next, { reason }) => {
        // A choice would write its title into the field, which closes.
        if (reason !== 'item-press') setQuery(next);
      }}
      itemToStringValue={({ title }: SearchEntry) => title}
      autoHighlight="always"
      keepHighlight
      onItemHighlighted={onHighlight}
    >
      <div className={styles.head}>
        <Search size={20} aria-hidden="true" className={styles.magnifier} />
        <Autocomplete.Input
          className={styles.field}
          onKeyDown={onKeyDown}
          aria-label={t('search.title')}
          placeholder={placeholder}
          maxLength={limits.searchLengthMax}
          enterKeyHint="go"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          dir="auto"
        />
        <Dialog.Close
          render={
            <IconButton label={t('ui.close')}>
              <X size={20} aria-hidden="true" />
            </IconButton>
          }
        />
      </div>
      <div className={styles.results}>
        <FoundCount count={query.trim() === '' ? undefined : finds.length} isLoading={isLoading} />
        {isAwaited && finds.length > 0 && <p className={styles.incomplete}>{t('search.searching')}</p>}
        <Autocomplete.Empty className={styles.empty}>
          {isLoading ? <p>{t('search.searching')}</p> : <NothingFound query={query.trim()} />}
        </Autocomplete.Empty>
        <Autocomplete.List aria-label={t('search.results')}>
          {(group: ShownGroup) => (
            <FoundGroup key={group.kind} group={group}>
              {(entry) => <Find key={entry.id} entry={entry} onChoose={() => choose(entry)} />}
            </FoundGroup>
          )}
        </Autocomplete.List>
        {hasFailed && <p className={styles.incomplete}>{t('search.incomplete')}</p>}
      </div>
      <Hints />
    </Autocomplete.Root>
  );
}

interface FoundGroupProps {
  group: ShownGroup;
  children: (entry: SearchEntry) => ReactNode;
}

function FoundGroup({ group: { kind, items }, children }: FoundGroupProps) {
  const { t } = useTranslation();
  return (
    <Autocomplete.Group items={items} className={styles.group}>
      <Autocomplete.GroupLabel className={styles.label}>{t(`search.groups.${kind}`)}</Autocomplete.GroupLabel>
      <Autocomplete.Collection>{children}</Autocomplete.Collection>
    </Autocomplete.Group>
  );
}

function Find({ entry, onChoose }: { entry: SearchEntry; onChoose: () => void }) {
  const { title, detail, icon, trailing } = entry;
  return (
    <Autocomplete.Item value={entry} className={styles.find} onClick={onChoose}>
      <span className={styles.icon}>{icon}</span>
      <span className={styles.text}>
        <span className={styles.title}>
          <bdi>{title}</bdi>
        </span>{' '}
        {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      </span>{' '}
      {trailing !== undefined && <span className={styles.trailing}>{trailing}</span>}
    </Autocomplete.Item>
  );
}

/** For screen readers: others see it. Nothing found is told by the empty state. */
function FoundCount({ count, isLoading }: { count: number | undefined; isLoading: boolean }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const isTold = count !== undefined && count > 0 && !isLoading;
  return (
    <Autocomplete.Status className="visually-hidden">
      {isTold && t('search.found', { count, formatted: formatCount(count, formatTag) })}
    </Autocomplete.Status>
  );
}

function NothingFound({ query }: { query: string }) {
  const { t } = useTranslation();
  return (
    <>
      <p className={styles.emptyTitle}>{t('search.nothingFound', { query: `\u2068${query}\u2069` })}</p>
      <p>{t('search.nothingFoundText')}</p>
    </>
  );
}

/** The keys, for those who have a keyboard. A screen reader tells them by itself. */
function Hints() {
  const { t } = useTranslation();
  return (
    <p className={styles.hints} aria-hidden="true">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {t('search.keys.move')}
      </span>
      <span>
        <kbd>↵</kbd> {t('search.keys.choose')}
      </span>
      <span>
        <kbd>Esc</kbd> {t('search.keys.close')}
      </span>
    </p>
  );
}
