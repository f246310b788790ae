import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../i18n/calendar.ts';
import { formatCount } from '../i18n/formats.ts';
import { useFormatTag } from '../i18n/use-locale.ts';
import { IconButton } from './icon-button.tsx';
import { addDays, addJalaliMonths, columnOf, daysOfJalaliMonth, toJalali } from './jalali.ts';
import styles from './jalali-month.module.css';

interface JalaliMonthProps {
  day: Day | undefined;
  today: Day;
  earliest: Day | undefined;
  latest: Day | undefined;
  /** Gets the button that the keyboard is at. */
  focusedDay: RefObject<HTMLButtonElement | null>;
  onChoose: (day: Day) => void;
}

/** The text of a day: our days have no time, so neither may the format move them into another zone. */
function textOf(day: Day, formatTag: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(formatTag, { ...options, timeZone: 'UTC' }).format(
    Date.parse(`${day}T00:00:00Z`),
  );
}

/** "آذر ۱۴۰۵": Intl would put the year first. */
function monthAndYear(day: Day, formatTag: string): string {
  const year = new Intl.NumberFormat(formatTag, { useGrouping: false }).format(toJalali(day).year);
  return `${textOf(day, formatTag, { month: 'long' })} ${year}`;
}

/** "دوشنبه ۲ آذر ۱۴۰۵" */
function wholeText(day: Day, formatTag: string): string {
  const weekday = textOf(day, formatTag, { weekday: 'long' });
  return `${weekday} ${formatCount(toJalali(day).date, formatTag)} ${monthAndYear(day, formatTag)}`;
}

/** Where a key leads, in a grid that runs from right to left. */
function dayAfterKey(day: Day, { key, shiftKey }: KeyboardEvent): Day | undefined {
  const steps: Record<string, () => Day> = {
    ArrowLeft: () => addDays(day, 1),
    ArrowRight: () => addDays(day, -1),
    ArrowDown: () => addDays(day, 7),
    ArrowUp: () => addDays(day, -7),
    Home: () => addDays(day, -columnOf(day)),
    End: () => addDays(day, 6 - columnOf(day)),
    PageDown: () => addJalaliMonths(day, shiftKey ? 12 : 1),
    PageUp: () => addJalaliMonths(day, shiftKey ? -12 : -1),
  };
  return steps[key]?.();
}

/** Saturday to Friday. */
const columns = [0, 1, 2, 3, 4, 5, 6] as const;

/** The weeks of the month of a day; null before its first and after its last day. */
function weeksOf(day: Day): (Day | null)[][] {
  const days = daysOfJalaliMonth(toJalali(day));
  const blanks = Array.from({ length: columnOf(days[0] ?? day) }, () => null);
  const cells = [...blanks, ...days];
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (__, column) => cells[week * 7 + column] ?? null),
  );
}

/** A month to pick a day from, by pointer or by keys. */
export function JalaliMonth({ day, today, earliest, latest, focusedDay, onChoose }: JalaliMonthProps) {
  const formatTag = useFormatTag();
  const captionId = useId();
  const [current, setCurrent] = useState(day ?? today);
  const movesFocus = useRef(false);

  useEffect(() => {
    if (movesFocus.current) focusedDay.current?.focus();
    movesFocus.current = false;
  });

  function move(event: KeyboardEvent): void {
    const next = dayAfterKey(current, event);
    if (next === undefined) return;
    event.preventDefault();
    movesFocus.current = true;
    setCurrent(next);
  }

  function buttonOf(each: Day | null) {
    if (each === null) return null;
    const isOutside = (earliest !== undefined && each < earliest) || (latest !== undefined && each > latest);
    return (
      <button
        type="button"
        ref={each === current ? focusedDay : undefined}
        className={styles.day}
        tabIndex={each === current ? 0 : -1}
        aria-label={wholeText(each, formatTag)}
        aria-current={each === today ? 'date' : undefined}
        aria-pressed={each === day}
        aria-disabled={isOutside || undefined}
        onKeyDown={move}
        onClick={() => {
          if (!isOutside) onChoose(each);
        }}
      >
        {formatCount(toJalali(each).date, formatTag)}
      </button>
    );
  }

  return (
    <div className={styles.calendar}>
      <MonthHead captionId={captionId} current={current} onMove={setCurrent} />
      <table aria-labelledby={captionId} className={styles.grid}>
        <WeekdayNames formatTag={formatTag} />
        <tbody>
          {weeksOf(current).map((week) => (
            <tr key={week.find((each) => each !== null)}>
              {columns.map((column) => (
                <td key={column}>{buttonOf(week[column] ?? null)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface MonthHeadProps {
  captionId: string;
  current: Day;
  onMove: (day: Day) => void;
}

function MonthHead({ captionId, current, onMove }: MonthHeadProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  return (
    <div className={styles.head}>
      <IconButton label={t('ui.calendar.previousMonth')} onClick={() => onMove(addJalaliMonths(current, -1))}>
        <ChevronLeft size={18} aria-hidden="true" className="flip-in-rtl" />
      </IconButton>
      <span id={captionId} className={styles.month} aria-live="polite">
        {monthAndYear(current, formatTag)}
      </span>
      <IconButton label={t('ui.calendar.nextMonth')} onClick={() => onMove(addJalaliMonths(current, 1))}>
        <ChevronRight size={18} aria-hidden="true" className="flip-in-rtl" />
      </IconButton>
    </div>
  );
}

/** A Saturday, with which the week begins. */
const someSaturday: Day = '2026-11-21';

function WeekdayNames({ formatTag }: { formatTag: string }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th
            key={column}
            scope="col"
            className={styles.weekday}
            abbr={textOf(addDays(someSaturday, column), formatTag, { weekday: 'long' })}
          >
            {textOf(addDays(someSaturday, column), formatTag, { weekday: 'narrow' })}
          </th>
        ))}
      </tr>
    </thead>
  );
}
