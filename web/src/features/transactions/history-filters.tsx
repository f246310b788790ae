import { transactionStatuses, transactionTypes } from '@mercury/contract/api/transactions.ts';
import { assetCodes } from '@mercury/contract/money/asset.ts';
import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { NativeSelectField } from '../../ui/native-select-field.tsx';
import { hasReversedDays, type HistoryFilter, isFiltered } from './history-filter.ts';
import styles from './history-page.module.css';
import { statusTone, typeText } from './words.ts';

interface HistoryFiltersProps {
  filter: HistoryFilter;
  onChange: (filter: HistoryFilter) => void;
}

/** Sets a part of the filter, or removes it if nothing is chosen. */
function changed<Name extends keyof HistoryFilter>(
  filter: HistoryFilter,
  name: Name,
  chosen: HistoryFilter[Name] | '',
): HistoryFilter {
  const { [name]: _former, ...rest } = filter;
  return chosen === '' ? rest : { ...rest, [name]: chosen };
}

/** On a narrow screen the filters would stand before the first row, so they are folded at first. */
export function HistoryFilters(props: HistoryFiltersProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const fieldsId = useId();
  // Reversed days are shown at once, to explain why nothing fits.
  const [isUnfolded, setIsUnfolded] = useState(() => hasReversedDays(props.filter));
  const chosenCount = Object.keys(props.filter).length;
  return (
    <search className={styles.search} aria-label={t('history.filters')}>
      <div className={styles.unfold}>
        <Button
          variant="secondary"
          icon={<SlidersHorizontal size={18} aria-hidden="true" />}
          isFullWidth
          aria-expanded={isUnfolded}
          aria-controls={fieldsId}
          onClick={() => setIsUnfolded(!isUnfolded)}
        >
          {chosenCount === 0
            ? t('history.showFilters')
            : t('history.showFiltersChosen', { number: formatCount(chosenCount, formatTag) })}
        </Button>
      </div>
      <div id={fieldsId} className={styles.filters} data-folded={!isUnfolded || undefined}>
        <FilterFields {...props} />
      </div>
    </search>
  );
}

function FilterFields({ filter, onChange }: HistoryFiltersProps) {
  const { t } = useTranslation();
  const all = { value: '', label: t('history.all') } as const;
  return (
    <>
      <NativeSelectField
        label={t('history.type')}
        value={filter.type ?? ''}
        choices={[all, ...transactionTypes.map((type) => ({ value: type, label: typeText(type, t) }))]}
        onChange={(type) => onChange(changed(filter, 'type', type))}
      />
      <NativeSelectField
        label={t('history.status')}
        value={filter.status ?? ''}
        choices={[
          all,
          ...transactionStatuses.map((status) => ({
            value: status,
            label: t(`transaction.status.${statusTone(status)}`),
          })),
        ]}
        onChange={(status) => onChange(changed(filter, 'status', status))}
      />
      <NativeSelectField
        label={t('history.currency')}
        value={filter.currency ?? ''}
        choices={[all, ...assetCodes().map((code) => ({ value: code, label: code }))]}
        onChange={(currency) => onChange(changed(filter, 'currency', currency))}
      />
      <DayField
        label={t('history.from')}
        day={filter.from}
        latest={filter.to}
        onChange={(day) => onChange(changed(filter, 'from', day))}
      />
      <DayField
        label={t('history.to')}
        day={filter.to}
        earliest={filter.from}
        error={hasReversedDays(filter) ? t('history.daysReversed') : undefined}
        onChange={(day) => onChange(changed(filter, 'to', day))}
      />
      {isFiltered(filter) && (
        <div className={styles.clear}>
          <Button variant="ghost" onClick={() => onChange({})}>
            {t('history.clear')}
          </Button>
        </div>
      )}
    </>
  );
}
