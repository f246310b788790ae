import { listSecurityEvents, type SecurityEvent } from '@mercury/contract/api/security.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { button, pressTwice } from '../../test/fields.ts';
import { renderApp } from '../../test/render-app.tsx';
import { idOf, sara } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { HistoryCard } from './history-card.tsx';

const signedIn: SecurityEvent = {
  id: idOf(1),
  kind: 'signed_in',
  actor: 'person',
  device: 'Chrome · Linux',
  networkAddress: '192.0.2.1',
  at: '2026-03-01T10:00:00.000Z',
};
const frozen: SecurityEvent = {
  ...signedIn,
  id: idOf(2),
  kind: 'account_frozen',
  actor: 'operator',
  device: '',
  networkAddress: '',
};
const pageOf = (events: SecurityEvent[], nextCursor: string | null = null) =>
  ({ success: true, events, nextCursor }) as const;
const rowOf = (text: string) => page.getByRole('listitem').filter({ hasText: text });

it('says what happened, on which device, and by whom where it was not the person', async () => {
  server.reply(listSecurityEvents, pageOf([signedIn, frozen]));
  await renderApp(<HistoryCard />, { as: sara });
  await expect.element(rowOf('Signed in')).toMatchTextContent(/Chrome · Linux.*192\.0\.2\.1.*Mar 1, 2026/);
  await expect.element(rowOf('Signed in')).not.toMatchTextContent('By ');
  await expect.element(rowOf('Account frozen')).toMatchTextContent('By the Mercury team');
  await expect.element(rowOf('Account frozen')).not.toMatchTextContent('Unknown device');
});

it('names no device where one has no name but an address', async () => {
  server.reply(listSecurityEvents, pageOf([{ ...signedIn, device: '' }]));
  await renderApp(<HistoryCard />, { as: sara });
  await expect.element(rowOf('Signed in')).toMatchTextContent(/Unknown device.*192\.0\.2\.1/);
});

it('says that nothing has happened yet', async () => {
  server.reply(listSecurityEvents, pageOf([]));
  await renderApp(<HistoryCard />, { as: sara });
  await expect.element(page.getByText('No activity yet')).toBeVisible();
  expect(button('Show earlier events').query()).toBeNull();
});

it('goes on from where it ended, however fast it is pressed, until there is no more', async () => {
  server.reply(listSecurityEvents, pageOf([signedIn], 'the-next'));
  await renderApp(<HistoryCard />, { as: sara });
  await expect.element(rowOf('Signed in')).toBeVisible();
  const held = server.hold(listSecurityEvents, pageOf([frozen]));
  pressTwice(button('Show earlier events'));
  await expect.element(button('Show earlier events')).toHaveAttribute('aria-busy', 'true');
  held.release();
  await expect.element(rowOf('Account frozen')).toBeVisible();
  await expect.element(button('Show earlier events')).not.toBeInTheDocument();
  expect(page.getByRole('listitem').elements()).toHaveLength(2);
  expect(server.calls(listSecurityEvents).at(-1)?.query).toEqual({ cursor: 'the-next' });
});

it('keeps what it has where the next ones can’t be had, and says so', async () => {
  server.reply(listSecurityEvents, pageOf([signedIn], 'the-next'));
  await renderApp(<HistoryCard />, { as: sara });
  await expect.element(rowOf('Signed in')).toBeVisible();
  server.refuse(listSecurityEvents, 'RateLimitExceeded', { message: 'Too often.' });
  await button('Show earlier events').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Too often.');
  await expect.element(rowOf('Signed in')).toBeVisible();
  server.reply(listSecurityEvents, pageOf([frozen]));
  await button('Show earlier events').click();
  await expect.element(rowOf('Account frozen')).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});
