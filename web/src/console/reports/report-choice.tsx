import { reportDaysMax } from '@mercury/contract/console/reports.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayOf, startOfDay } from '../../i18n/calendar.ts';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { NativeSelectField } from '../../ui/native-select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { isTooLong, readReport, type ReportAddress, reportKinds, utcDayOf } from './report-address.ts';
import styles from './reports.module.css';

interface ReportChoiceProps<Address = ReportAddress> {
  address: Address;
  now: Date;
  onChoose: (address: ReportAddress) => void;
}

/** Which report, and of which days or moment. */
export function ReportChoice({ address, now, onChoose }: ReportChoiceProps) {
  const { t } = useTranslation('console');
  return (
    <div className={styles.choice}>
      <NativeSelectField
        label={t('reports.report')}
        value={address.report}
        choices={reportKinds.map((kind) => ({ value: kind, label: t(`reports.kinds.${kind}`) }))}
        onChange={(report) => {
          const period = address.report === 'liabilities' ? {} : { from: address.from, until: address.until };
          onChoose(readReport(new URLSearchParams({ ...period, report }), now));
        }}
      />
      {address.report === 'liabilities' ? (
        <Moment address={address} now={now} onChoose={onChoose} />
      ) : (
        <Period address={address} now={now} onChoose={onChoose} />
      )}
    </div>
  );
}

function Period({
  address,
  now,
  onChoose,
}: ReportChoiceProps<Exclude<ReportAddress, { report: 'liabilities' }>>) {
  const { t } = useTranslation('console');
  const formatTag = useFormatTag();
  const { from, until } = address;
  const error = isTooLong(address)
    ? t('reports.tooLong', { days: formatCount(reportDaysMax, formatTag) })
    : undefined;
  return (
    <>
      <DayField
        label={t('reports.from')}
        day={from}
        latest={until}
        onChange={(day) =>
          day !== '' && onChoose({ ...address, from: day, until: day > until ? day : until })
        }
      />
      <DayField
        label={t('reports.until')}
        hint={t('reports.utc')}
        error={error}
        day={until}
        earliest={from}
        latest={utcDayOf(now)}
        onChange={(day) => day !== '' && onChoose({ ...address, until: day, from: day < from ? day : from })}
      />
    </>
  );
}

/** On the reader's own clock. The address carries the moment itself. */
function Moment({
  address,
  now,
  onChoose,
}: ReportChoiceProps<Extract<ReportAddress, { report: 'liabilities' }>>) {
  const { t } = useTranslation('console');
  const [{ day, time }, setEntry] = useState(() => entryOf(address.at, now));
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const moment = startOfDay(day);
  moment?.setHours(hours, minutes);
  // Back and forward lead to other moments.
  const [seen, setSeen] = useState({ at: address.at, count: 0 });
  if (address.at !== seen.at) {
    const isOwn = address.at === moment?.toISOString();
    setSeen({ at: address.at, count: isOwn ? seen.count : seen.count + 1 });
    if (!isOwn) setEntry(entryOf(address.at, now));
  }
  const isOver = moment !== undefined && moment <= now;
  return (
    <form
      className={styles.moment}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isOver) onChoose({ report: 'liabilities', at: moment.toISOString() });
      }}
    >
      <DayField
        label={t('reports.day')}
        day={day}
        latest={dayOf(now)}
        onChange={(next) => setEntry({ day: next, time })}
      />
      <TextField
        label={t('reports.time')}
        type="time"
        // While a person types, the field is empty until the time is complete.
        key={seen.count}
        defaultValue={time}
        error={isOver ? undefined : t('reports.notOver')}
        onChange={({ target }) => target.value !== '' && setEntry({ day, time: target.value })}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="secondary">
          {t('reports.show')}
        </Button>
        <Button variant="ghost" onClick={() => onChoose({ report: 'liabilities', at: undefined })}>
          {t('reports.now')}
        </Button>
      </div>
    </form>
  );
}

function entryOf(at: string | undefined, now: Date) {
  const asked = new Date(at ?? now);
  return { day: dayOf(asked), time: asked.toTimeString().slice(0, 5) };
}
