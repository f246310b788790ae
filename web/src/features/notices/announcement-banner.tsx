import { useQuery } from '@tanstack/react-query';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { noticesQuery } from './queries.ts';

const AnnouncementStrip = lazyPart(async () => (await import('./announcement-strip.tsx')).AnnouncementStrip);

/**
 * What the operator tells everybody, until it ends or its reader has read it: here, or among the notifications. The oldest first,
 * because whatever is older than what was read counts as read.
 */
export function AnnouncementBanner() {
  const { data } = useQuery(noticesQuery);
  const shown = data?.notices.findLast(({ kind, isRead }) => kind === 'announcement' && !isRead);
  return (
    // A live region must exist before its content changes, or screen readers stay silent.
    <div role="status">
      {shown?.kind === 'announcement' && (
        <AnnouncementStrip key={shown.id} text={shown.text} createdAt={shown.createdAt} />
      )}
    </div>
  );
}
