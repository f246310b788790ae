import { limits } from '@mercury/contract/limits.ts';
import { useTranslation } from 'react-i18next';
import { hasOwnCalendar } from '../../i18n/calendar.ts';
import { formatDateTime } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { NativeSelectField } from '../../ui/native-select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type Draft, fieldTextOf, firstAtOf } from './draft.ts';

interface FirstTimeFieldProps {
  draft: Draft;
  onChange: (changed: Partial<Draft>) => void;
  /** When the form was: the times that can be chosen are counted from it. */
  openedAt: Date;
  hasProblem: boolean;
}

/** When it begins: at once, or at a moment of the browser's own field, which the reader's calendar stands under. */
export function FirstTimeField({ draft, onChange, openedAt, hasProblem }: FirstTimeFieldProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const firstAt = firstAtOf(draft, openedAt);
  return (
    <>
      <NativeSelectField
        label={t('recurringBuys.firstTime')}
        value={draft.start}
        choices={[
          { value: 'now', label: t('recurringBuys.startNow') },
          { value: 'later', label: t('recurringBuys.startLater') },
        ]}
        onChange={(start) => onChange({ start })}
      />
      {draft.start === 'later' && (
        <TextField
          type="datetime-local"
          label={t('recurringBuys.firstAt')}
          value={draft.firstAt}
          min={fieldTextOf(openedAt)}
          max={fieldTextOf(new Date(openedAt.getTime() + limits.recurringFirstAtMaxMs))}
          onChange={({ target }) => onChange({ firstAt: target.value })}
          error={hasProblem ? t('recurringBuys.firstAtWrong') : undefined}
          hint={
            firstAt &&
            hasOwnCalendar(formatTag) &&
            formatDateTime(firstAt.toISOString(), formatTag, { hasTime: true })
          }
        />
      )}
    </>
  );
}
