import type { Notice } from '@mercury/contract/api/notices.ts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { toast } from '../../ui/toast.ts';
import { noticeWords } from './notice-words.ts';

/** Nobody reads more toasts at once. The bell has the rest. */
const arrivalsToldMax = 3;

/** The last answer's notices, and the time of the newest one ever seen. */
export interface KnownNotices {
  readonly ids: ReadonlySet<string>;
  readonly newestAt: string;
}

export function knownAfter(known: KnownNotices | undefined, notices: readonly Notice[]): KnownNotices {
  const times = [known?.newestAt ?? '', ...notices.map(({ createdAt }) => createdAt)];
  return { ids: new Set(notices.map(({ id }) => id)), newestAt: times.toSorted().at(-1) ?? '' };
}

/**
 * Unread notices since the last answer, oldest first. The first answer reports none: its notices arrived before the page opened.
 * What a choice brings back into the list is older than what was seen.
 */
export function arrivalsSince(known: KnownNotices | undefined, notices: readonly Notice[]): Notice[] {
  if (known === undefined) return [];
  return notices
    .filter(({ id, isRead, createdAt }) => !isRead && !known.ids.has(id) && createdAt >= known.newestAt)
    .filter((notice) => !isOwnDoing(notice))
    .toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
    .slice(-arrivalsToldMax);
}

/** A thief may have done these: they are told wherever the account is open. */
const alarming: ReadonlySet<string> = new Set([
  'signed_in_on_new_device',
  'withdrawal_from_new_network',
  'many_new_recipients',
  'many_wrong_codes',
]);

/** The page where the person did it has told them. The bell counts it all the same. */
function isOwnDoing(notice: Notice): boolean {
  if (notice.kind === 'trade_done') return !notice.isRecurring;
  if (notice.kind === 'security') return notice.actor === 'person' && !alarming.has(notice.event);
  return notice.kind === 'withdrawal_cancelled';
}

/** One toast in the tab that the person looks at, and none in the others. */
export function useArrivals(notices: readonly Notice[] | undefined): void {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const known = useRef<KnownNotices>(undefined);
  useEffect(() => {
    if (notices === undefined) return;
    const arrived = document.visibilityState === 'visible' ? arrivalsSince(known.current, notices) : [];
    known.current = knownAfter(known.current, notices);
    for (const notice of arrived) {
      const { title, text } = noticeWords(notice, t, formatTag);
      toast.info(title, { id: notice.id, description: text });
    }
  }, [notices, t, formatTag]);
}
