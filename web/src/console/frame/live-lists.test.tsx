import { getMe } from '@mercury/contract/console/access.ts';
import { unattendedHeader } from '@mercury/contract/console/endpoint.ts';
import { consoleEvents } from '@mercury/contract/console/live.ts';
import { listProposals } from '@mercury/contract/console/proposals.ts';
import { getToday } from '@mercury/contract/console/today.ts';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { holdClock, passTime } from '../../test/clock.ts';
import { openConsole, proposalOf } from '../../test/console.tsx';
import { currentPath } from '../../test/render-app.tsx';
import { server } from '../../test/stand-in-server.ts';

const approvals = (name: string) => page.getByRole('link', { name, exact: true });
const oneWaits = () =>
  server.reply(listProposals, { success: true, proposals: [proposalOf()], nextCursor: null });

/** Whether the calls to proposals so far said that nobody was at the page. */
function watchCalls() {
  const calls: boolean[] = [];
  const send = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (typeof input === 'string' && input.includes('/proposals'))
      calls.push(new Headers(init?.headers).has(unattendedHeader));
    return send(input, init);
  });
  return calls;
}

it('a list changes when the stream says so, and what waits with it', async () => {
  const stream = server.keepOpen(consoleEvents);
  await openConsole('/console', 'treasurer', { answerLive: () => undefined });
  await expect.element(approvals('Approvals')).toBeVisible();
  const lookedBefore = server.callCount(getToday);
  oneWaits();
  await stream.say('event: changed\ndata: ["proposals"]\n\n');
  await expect.element(approvals('Approvals 1 open')).toBeVisible();
  expect(server.callCount(getToday)).toBeGreaterThan(lookedBefore);
});

it('what waits for whom changes when somebody joins', async () => {
  const stream = server.keepOpen(consoleEvents);
  await openConsole('/console', 'treasurer', { answerLive: () => undefined });
  await expect.element(approvals('Approvals')).toBeVisible();
  oneWaits();
  await stream.say('event: changed\ndata: ["staff"]\n\n');
  await expect.element(approvals('Approvals 1 open')).toBeVisible();
});

it('without a stream the lists are asked for every 15 seconds, with one not', async () => {
  holdClock();
  const stream = server.keepOpen(consoleEvents);
  await openConsole('/console', 'treasurer', { answerLive: () => undefined });
  await expect.element(approvals('Approvals')).toBeVisible();
  await expect.poll(() => stream.isOpen()).toBe(true);
  const before = server.callCount(listProposals);
  await passTime(30_000);
  expect(server.callCount(listProposals)).toBe(before);
  server.refuse(consoleEvents, 'ServerError');
  stream.end();
  oneWaits();
  await passTime(15_000);
  await expect.element(approvals('Approvals 1 open')).toBeVisible();
});

it('says of calls that nobody asked for that they are such, and of others not', async () => {
  holdClock();
  const stream = server.keepOpen(consoleEvents);
  await openConsole('/console', 'treasurer', { answerLive: () => undefined });
  await expect.element(approvals('Approvals')).toBeVisible();
  const calls = watchCalls();
  await passTime(30_000);
  await stream.say('event: changed\ndata: ["proposals"]\n\n');
  await expect.poll(() => calls).toEqual([true]);
  await userEvent.keyboard('{Shift}');
  await stream.say('event: changed\ndata: ["proposals"]\n\n');
  await expect.poll(() => calls).toEqual([true, false]);
});

it('whoever works without asking for anything stays signed in', async () => {
  holdClock();
  await openConsole('/console', 'treasurer');
  await expect.element(approvals('Approvals')).toBeVisible();
  const before = server.callCount(getMe);
  await userEvent.keyboard('{Shift}');
  expect(server.callCount(getMe)).toBe(before);
  await passTime(60_000);
  await userEvent.keyboard('{Shift}');
  await expect.poll(() => server.callCount(getMe)).toBe(before + 1);
});

it('leaves for the sign-in when the session has ended', async () => {
  const stream = server.keepOpen(consoleEvents);
  await openConsole('/console', 'treasurer', { answerLive: () => undefined });
  await expect.poll(() => stream.isOpen()).toBe(true);
  server.refuse(consoleEvents, 'Unauthenticated');
  server.refuse(getMe, 'Unauthenticated');
  stream.end();
  await expect.poll(currentPath).toBe('/console/sign-in');
});
