import type { EventTopic } from '@mercury/contract/api/events.ts';
import { personalKey } from './query-client.ts';

/**
 * The first keys of a query about a topic of the live stream. News of the topic make every query below it ask
 * again, and the end of the session forgets them.
 */
export function topicKey(topic: EventTopic) {
  return [personalKey, topic] as const;
}
