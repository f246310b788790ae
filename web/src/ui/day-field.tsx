import { Suspense } from 'react';
import { type Day, hasOwnCalendar, startOfDay } from '../i18n/calendar.ts';
import { useFormatTag } from '../i18n/use-locale.ts';
import type { FieldTexts } from './field.tsx';
import { lazyComponent } from './lazy-component.tsx';
import { TextField } from './text-field.tsx';

export interface DayFieldProps extends FieldTexts {
  day: Day | undefined;
  earliest?: Day | undefined;
  latest?: Day | undefined;
  /** Empty for no day. */
  onChange: (day: Day) => void;
}

/** Only readers of Persian need it. */
const JalaliField = lazyComponent(async () => (await import('./jalali-field.tsx')).JalaliField);

/** A day in the reader's own calendar. It is told as our addresses and the API have it. */
export function DayField(props: DayFieldProps) {
  const formatTag = useFormatTag();
  if (!hasOwnCalendar(formatTag)) return <NativeDayField {...props} />;
  return (
    <Suspense fallback={<TextField label={props.label} readOnly value="" />}>
      <JalaliField {...props} />
    </Suspense>
  );
}

/** The browser's own field. */
function NativeDayField({ day, earliest, latest, onChange, ...texts }: DayFieldProps) {
  return (
    <TextField
      {...texts}
      type="date"
      // While a person types, the field is empty until the day is complete. The former day must not be put back meanwhile.
      key={day ?? 'none'}
      defaultValue={day ?? ''}
      min={earliest}
      max={latest}
      onBlur={({ target }) => leave(target.value)}
      onChange={({ target }) => {
        if (target.value === '' || startOfDay(target.value)) leave(target.value);
      }}
    />
  );

  function leave(next: Day): void {
    if (next !== (day ?? '')) onChange(next);
  }
}
