import { useQuery } from '@tanstack/react-query';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { usePressedPart } from '../../ui/use-pressed-part.ts';
import { BellButton } from './bell-button.tsx';
import { noticesQuery } from './queries.ts';
import { useArrivals } from './use-arrivals.ts';

const loadPopover = () => import('./notices-popover.tsx');
const NoticesPopover = lazyPart(async () => (await loadPopover()).NoticesPopover);

/** The bell of the header: what happened without the person's doing. What opens at it is fetched by the first press. */
export function NoticesBell() {
  const query = useQuery(noticesQuery);
  const { data } = query;
  const { isPressed, giveUp, handlers } = usePressedPart(loadPopover);
  useArrivals(data?.notices);
  const button = <BellButton unreadCount={data?.unreadCount ?? 0} aria-haspopup="dialog" {...handlers} />;
  if (!isPressed) return button;
  return <NoticesPopover query={query} whileLoading={button} onGiveUp={giveUp} />;
}
