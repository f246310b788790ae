import { CalendarDays } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Day, dayOf } from '../i18n/calendar.ts';
import type { DayFieldProps } from './day-field.tsx';
import { IconButton } from './icon-button.tsx';
import { isFullJalali, readJalali, writeJalali } from './jalali.ts';
import { JalaliMonth } from './jalali-month.tsx';
import { changeKeepingCaret } from './keep-caret.ts';
import { Popover } from './popover.tsx';
import { TextField } from './text-field.tsx';
import { inOwnDigits } from './typed-amount.ts';

/** One character for each typed one, so that the caret keeps its place. */
function inPersian(text: string): string {
  return inOwnDigits(text, 'fa-IR').replace(/[-.٫]/gu, '/');
}

/** What stands in the field, and the day that it means. */
function useTypedDay(day: Day | undefined, onChange: (day: Day) => void) {
  const [typed, setTyped] = useState<{ text: string; of: Day | undefined }>();
  const [hasLeft, setHasLeft] = useState(false);
  // The text stays while it is being written. Another day from outside replaces it.
  const isTyped = typed !== undefined && typed.of === day;
  const written = day === undefined ? '' : writeJalali(day);
  const shown = isTyped ? typed.text : written;
  const isBlank = shown.trim() === '';

  function tell(next: Day): void {
    if (next !== (day ?? '')) onChange(next);
  }

  return {
    shown,
    isWrong: hasLeft && isTyped && !isBlank && readJalali(shown) === undefined,
    type: (text: string): void => {
      setHasLeft(false);
      const read = isFullJalali(text) ? readJalali(text) : undefined;
      setTyped({ text, of: read ?? day });
      if (read !== undefined) tell(read);
    },
    settle: (): void => {
      setHasLeft(true);
      const read = readJalali(shown);
      if (read === undefined && !isBlank) {
        // The text stays to be mended. Meanwhile it is no day, as in the browser's own field.
        setTyped({ text: shown, of: undefined });
        tell('');
        return;
      }
      setTyped(undefined);
      tell(read ?? '');
    },
    choose: (chosen: Day): void => {
      setTyped(undefined);
      tell(chosen);
    },
  };
}

/** A day of the Iranian calendar, typed or picked. */
export function JalaliField({ label, hint, error, day, earliest, latest, onChange }: DayFieldProps) {
  const { t } = useTranslation();
  const { shown, isWrong, type, settle, choose } = useTypedDay(day, onChange);
  const [isOpen, setIsOpen] = useState(false);
  const [today] = useState(() => dayOf(new Date()));
  const openDay = useRef<HTMLButtonElement>(null);

  return (
    <TextField
      label={label}
      hint={hint}
      error={isWrong ? t('ui.calendar.invalid', { example: writeJalali(today) }) : error}
      value={shown}
      dir="ltr"
      inputMode="numeric"
      autoComplete="off"
      placeholder={t('ui.calendar.placeholder')}
      onChange={(event) => type(changeKeepingCaret(event, inPersian))}
      onBlur={settle}
      onKeyDown={({ key }) => {
        if (key === 'Enter') settle();
      }}
      trailing={
        <Popover
          title={label}
          isOpen={isOpen}
          onOpenChange={setIsOpen}
          initialFocus={openDay}
          trigger={
            <IconButton label={t('ui.calendar.open', { field: label })}>
              <CalendarDays size={18} aria-hidden="true" />
            </IconButton>
          }
        >
          <JalaliMonth
            day={day}
            today={today}
            earliest={earliest}
            latest={latest}
            focusedDay={openDay}
            onChoose={(chosen) => {
              setIsOpen(false);
              choose(chosen);
            }}
          />
        </Popover>
      }
    />
  );
}
