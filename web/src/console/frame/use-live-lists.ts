import { consoleEvents, consoleTopics, type ConsoleTopic } from '@mercury/contract/console/live.ts';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { startLiveUpdates } from '../../api/live-updates.ts';
import { askAgain } from '../../api/query-client.ts';
import { accessQuery } from '../account/queries.ts';
import { announcementsKey } from '../announcements/queries.ts';
import { watchAttention } from '../api/attention.ts';
import { openConsoleStream } from '../api/client.ts';
import { meKey } from '../api/staff-session.ts';
import { checkQuery, trialBalanceQuery } from '../books/queries.ts';
import { depositsKey } from '../deposits/queries.ts';
import { levelsQuery } from '../levels/queries.ts';
import { messageListKey } from '../messages/queries.ts';
import { proposalsKey } from '../proposals/queries.ts';
import { settingsKey } from '../settings/queries.ts';
import { rolesQuery, staffQuery } from '../staff/queries.ts';
import { todayQuery } from '../today/queries.ts';
import { tradingKey } from '../trading/queries.ts';
import { withdrawalsKey } from '../withdrawals/queries.ts';

/** While no stream is open, everything is asked for again this often. */
const fallbackMs = 15_000;

/** Nothing that the audit log notes as looked at: to ask for it again would be another look. */
const keysOfTopic: Readonly<Record<ConsoleTopic, readonly QueryKey[]>> = {
  withdrawals: [withdrawalsKey],
  deposits: [depositsKey],
  proposals: [proposalsKey],
  messages: [messageListKey],
  announcements: [announcementsKey],
  // One's own role may have changed, and with who may approve also what waits for whom.
  staff: [staffQuery.queryKey, rolesQuery.queryKey, accessQuery.queryKey, meKey, proposalsKey],
  books: [trialBalanceQuery.queryKey, checkQuery.queryKey],
  trading: [tradingKey],
  levels: [levelsQuery.queryKey],
  settings: [settingsKey],
  audit: [['audit']],
};

/** As long as the frame is on screen, lists change by themselves, and the session ends if its person leaves. */
export function useLiveLists(): void {
  const client = useQueryClient();
  useEffect(() => watchAttention(client), [client]);
  useEffect(() => {
    const updates = startLiveUpdates({
      topics: consoleTopics,
      openStream: (signal) => openConsoleStream(consoleEvents, signal),
      askedSinceMs: Date.now(),
      fallbackMs,
      onLive: () => undefined,
      onTopics: (topics) => {
        for (const key of topics.flatMap((topic) => keysOfTopic[topic])) void askAgain(client, key);
        // What waits is a part of each list.
        void askAgain(client, todayQuery.queryKey);
      },
    });
    const wakeWhenSeen = () => {
      if (document.visibilityState === 'visible') updates.wake();
    };
    addEventListener('online', updates.wake);
    document.addEventListener('visibilitychange', wakeWhenSeen);
    return () => {
      removeEventListener('online', updates.wake);
      document.removeEventListener('visibilitychange', wakeWhenSeen);
      updates.stop();
    };
  }, [client]);
}
