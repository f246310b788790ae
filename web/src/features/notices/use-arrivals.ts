import type { Notice } from '@mercury/contract/api/notices.ts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { toast } from '../../ui/toast.ts';
import { arrivalsSince, newestIdOf } from './arrivals.ts';
import { noticeWords } from './notice-words.ts';

/** Tells of each notice as it comes, once. */
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
