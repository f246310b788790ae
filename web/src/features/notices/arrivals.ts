import type { Notice } from '@mercury/contract/api/notices.ts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { toast } from '../../ui/toast.ts';
import { noticeWords } from './notice-words.ts';

/** Nobody reads more toasts at once. The bell has the rest. */
const arrivalsToldMax = 3;

/**
 * Unread notices since the last answer, oldest first. Ids sort by time. The first answer reports none: its notices arrived before
 * the page opened.
 */
export function arrivalsSince(
  newestKnownId: string | undefined,
  notices: readonly Pick<Notice, 'id' | 'isRead'>[],
): string[] {
  if (newestKnownId === undefined) return [];
  const arrived = notices.filter(({ id, isRead }) => !isRead && id > newestKnownId).map(({ id }) => id);
  return arrived.toSorted().slice(-arrivalsToldMax);
}

/** Without notices: empty, which sorts before all ids. */
export function newestIdOf(notices: readonly Pick<Notice, 'id'>[]): string {
  return notices.reduce((newest, { id }) => (id > newest ? id : newest), '');
}

export function useArrivals(notices: readonly Notice[] | undefined): void {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const newestKnownId = useRef<string>(undefined);
  useEffect(() => {
    if (notices === undefined) return;
    const arrived = arrivalsSince(newestKnownId.current, notices);
    const newestId = newestIdOf(notices);
    newestKnownId.current =
      newestId > (newestKnownId.current ?? '') ? newestId : (newestKnownId.current ?? '');
    for (const notice of notices.filter(({ id }) => arrived.includes(id)).toReversed()) {
      const { title, text } = noticeWords(notice, t, formatTag);
      toast.info(title, { id: notice.id, description: text });
    }
  }, [notices, t, formatTag]);
}
