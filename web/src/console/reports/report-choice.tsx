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
  const asked = new Date(address.at ?? now);
  const [day, setDay] = useState(() => dayOf(asked));
  const [time, setTime] = useState(() => asked.toTimeString().slice(0, 5));
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const moment = startOfDay(day);
  moment?.setHours(hours, minutes);
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
      <DayField label={t('reports.day')} day={day} latest={dayOf(now)} onChange={setDay} />
      <TextField
        label={t('reports.time')}
        type="time"
        // While a person types, the field is empty until the time is complete.
        defaultValue={time}
        error={isOver ? undefined : t('reports.notOver')}
        onChange={({ target }) => target.value !== '' && setTime(target.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="secondary">
          {t('reports.show')}
        </Button>
        {address.at !== undefined && (
          <Button variant="ghost" onClick={() => onChoose({ report: 'liabilities', at: undefined })}>
            {t('reports.now')}
          </Button>
        )}
      </div>
    </form>
  );
}
