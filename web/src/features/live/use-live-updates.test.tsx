import { eventName, eventStream, eventTopics } from '@mercury/contract/api/events.ts';
import { limits } from '@mercury/contract/limits.ts';
import { expect, it, vi } from 'vitest';
import { queryClient, topicKey } from '../../api/query-client.ts';
import { holdClock } from '../../test/clock.ts';
import { renderApp, signIn } from '../../test/render-app.tsx';
import { sara } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { LiveUpdatesPart } from './use-live-updates.ts';

/** The stream ends with its only event. Another would be opened after a while of the held clock. */
function signInOnOldPage(): void {
  holdClock();
  vi.setSystemTime(performance.timeOrigin + 60_000);
  signIn(sara);
}

/** What is asked for again once a first stream has opened and told of notices. */
async function askedAtOpening() {
  const ask = vi.spyOn(queryClient, 'invalidateQueries');
  server.reply(eventStream, `event: ${eventName}\ndata: ["notices"]\n\n`);
  await renderApp(<LiveUpdatesPart />);
  const asked = () => ask.mock.calls.map(([filters]) => filters?.queryKey);
  await expect.poll(() => asked().at(-1)).toEqual(topicKey('notices'));
  return asked();
}

it('asks for nothing twice where somebody signs in on a page that has been open for long', async () => {
  signInOnOldPage();
  expect(await askedAtOpening()).toEqual([topicKey('notices')]);
});

it('asks for everything where the stream opens long after the session began', async () => {
  signInOnOldPage();
  vi.setSystemTime(Date.now() + limits.eventsReplayedMs);
  expect(await askedAtOpening()).toEqual([...eventTopics.map(topicKey), topicKey('notices')]);
});
