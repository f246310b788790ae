import { createEventTicket, eventStreamPath } from '@mercury/contract/api/events.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/client.ts';
import { topicKey } from '../../api/topic-key.ts';
import { startLiveUpdates } from './live-updates.ts';

async function fetchTicket(): Promise<string> {
  const { ticket } = await call(createEventTicket, {});
  return ticket;
}

function openStream(ticket: string): EventSource {
  return new EventSource(`/v1${eventStreamPath}?ticket=${encodeURIComponent(ticket)}`);
}

/** Keeps a signed-in, verified person's money and account up to date while the page is shown. */
export function useLiveUpdates(): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      startLiveUpdates({
        fetchTicket,
        openStream,
        onTopics: (topics) => {
          for (const topic of topics) void queryClient.invalidateQueries({ queryKey: topicKey(topic) });
        },
      }),
    [queryClient],
  );
}
