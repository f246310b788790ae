import { cancelProposalByLink, readProposalByLink } from '@mercury/contract/console/proposals.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole, proposalOf } from '../../test/console.tsx';
import { button, expectToast } from '../../test/fields.ts';
import { server } from '../../test/stand-in-server.ts';
import { forgetLinkTokens } from '../link-token.ts';

const token = 'x'.repeat(43);
const before = location.href;
const delayed = proposalOf({ mayDecide: false, delayedUntil: '2098-01-01T00:00:00.000Z' });

beforeEach(() => history.replaceState(history.state, '', `${location.pathname}#${token}`));
afterEach(() => {
  forgetLinkTokens();
  history.replaceState(history.state, '', before);
});

it('the link of the mail shows what would happen, and cancels it without a session', async () => {
  server.reply(readProposalByLink, { success: true, proposal: delayed });
  await openConsole('/console/proposal-cancellation');
  await expect.element(page.getByText('A new task')).toBeVisible();
  expect(location.hash).toBe('');
  server.reply(cancelProposalByLink, { success: true, proposal: { ...delayed, state: 'cancelled' } });
  await button('Cancel it').click();
  await expectToast('Cancelled');
  await expect.element(page.getByText('This was cancelled.')).toBeVisible();
  expect(button('Cancel it').query()).toBeNull();
  expect(server.calls(cancelProposalByLink)[0]?.body).toEqual({ token });
});

it('one that came too late shows what has become of it', async () => {
  server.reply(readProposalByLink, { success: true, proposal: delayed });
  await openConsole('/console/proposal-cancellation');
  await expect.element(button('Cancel it')).toBeVisible();
  server.refuse(cancelProposalByLink, 'InvalidOrExpiredToken', { message: 'Too late.' });
  server.reply(readProposalByLink, { success: true, proposal: { ...delayed, state: 'done' } });
  await button('Cancel it').click();
  await expectToast('Too late.');
  await expect.element(page.getByText('This was done.')).toBeVisible();
});

it('an unknown link says so', async () => {
  server.refuse(readProposalByLink, 'InvalidOrExpiredToken');
  await openConsole('/console/proposal-cancellation');
  await expect.element(page.getByRole('alert')).toMatchTextContent('This link leads nowhere.');
});

it('after a reload asks for the link again', async () => {
  history.replaceState(history.state, '', location.pathname);
  await openConsole('/console/proposal-cancellation');
  await expect.element(page.getByText(/Open the link of the email again/)).toBeVisible();
});

it('a second link that is opened on the same page counts, not the first', async () => {
  server.replyBy(readProposalByLink, ({ body }) => ({
    success: true as const,
    proposal: {
      ...delayed,
      reason: (body as { token: string }).token === token ? 'The first' : 'The second',
    },
  }));
  await openConsole('/console/proposal-cancellation');
  await expect.element(page.getByText('The first')).toBeVisible();
  location.hash = 'y'.repeat(43);
  await expect.element(page.getByText('The second')).toBeVisible();
  expect(location.hash).toBe('');
  server.reply(cancelProposalByLink, { success: true, proposal: { ...delayed, state: 'cancelled' } });
  await button('Cancel it').click();
  await expectToast('Cancelled');
  expect(server.calls(cancelProposalByLink)[0]?.body).toEqual({ token: 'y'.repeat(43) });
});
