import { useEffect, useState } from 'react';
import { formatDateTime, formatTimeAgo } from '../i18n/formats.ts';
import { useFormatTag } from '../i18n/use-locale.ts';

/** Ages update once a minute. */
const refreshMs = 60_000;

/** A moment in the reader's own calendar and time zone: Persian readers see the Persian calendar. */
export function DateText({ at, hasTime = true }: { at: string; hasTime?: boolean }) {
  const formatTag = useFormatTag();
  return <time dateTime={at}>{formatDateTime(at, formatTag, { hasTime })}</time>;
}

/** The age of a moment, with the moment itself on hover. */
export function TimeAgo({ at }: { at: string }) {
  const formatTag = useFormatTag();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  // A moment after the last reading of the clock is now, not in the future.
  const nowOrLater = Math.max(now, Date.parse(at));
  return (
    <time dateTime={at} title={formatDateTime(at, formatTag, { hasTime: true })}>
      {formatTimeAgo(at, formatTag, nowOrLater)}
    </time>
  );
}
