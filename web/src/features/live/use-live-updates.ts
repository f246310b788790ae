import { eventStream, eventTopics } from '@mercury/contract/api/events.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { askAgain, topicKey } from '../../api/query-client.ts';
import { openStream } from '../../api/client.ts';
import { setLive } from '../../api/live.ts';
import { type LiveUpdates, startLiveUpdates } from '../../api/live-updates.ts';
import { session } from '../../api/session.ts';

/** The page paints first. The new stream replays what changes until then. */
const startAfterMs = 100;

/** Without a stream everything is refetched this often. */
const fallbackMs = 30_000;

/** Keeps a signed-in, verified person's money and account up to date while the page is shown. */
function useLiveUpdates(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let updates: LiveUpdates | undefined;
    const begin = setTimeout(() => {
      updates = startLiveUpdates({
        topics: eventTopics,
        fallbackMs,
        openStream: (signal) => openStream(eventStream, signal),
        askedSinceMs: session.askedSinceMs(),
        onLive: setLive,
        onTopics: (topics) => {
          for (const topic of topics) void askAgain(queryClient, topicKey(topic));
        },
      });
    }, startAfterMs);
    const wake = () => updates?.wake();
    const wakeWhenSeen = () => {
      if (document.visibilityState === 'visible') wake();
    };
    addEventListener('online', wake);
    document.addEventListener('visibilitychange', wakeWhenSeen);
    return () => {
      removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', wakeWhenSeen);
      clearTimeout(begin);
      updates?.stop();
    };
  }, [queryClient]);
}

/** Renders nothing. It lasts as long as the signed-in area is on screen. */
export function LiveUpdatesPart() {
  useLiveUpdates();
  return null;
}
