import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { holdClock, passTime } from '../test/clock.ts';
import { expectToast } from '../test/fields.ts';
import { renderApp } from '../test/render-app.tsx';
import { ToasterHost } from './toaster-host.tsx';
import { type ToastKind, toast, toastsMax } from './toast.ts';

const corner = () => page.getByRole('region', { name: 'Notifications' });
const durationsMs: Readonly<Record<ToastKind, number>> = {
  success: 5000,
  error: 7000,
  warning: 6000,
  info: 5000,
  loading: 10_000,
};
const kinds = Object.keys(durationsMs) as ToastKind[];

describe('a message', () => {
  it.each(kinds)('of the kind %s stays for its own time', async (kind) => {
    holdClock();
    await renderApp(null);
    toast[kind]('Told');
    const message = corner().getByText('Told').first();
    await expect.element(message).toBeVisible();
    await passTime(durationsMs[kind] - 500);
    expect(message.element().closest('[data-ending-style]')).toBeNull();
    await passTime(600);
    await expect.element(message).not.toBeInTheDocument();
  });

  it('can be closed by its button', async () => {
    await renderApp(null);
    toast.info('Told', { description: 'More of it' });
    await expectToast('More of it');
    await corner().getByRole('button', { name: 'Close', includeHidden: true }).click();
    await expect.element(corner().getByText('Told')).not.toBeInTheDocument();
  });

  it('takes the place of the one with its id', async () => {
    await renderApp(null);
    toast.loading('Logging in...', { id: 'sign-in' });
    await expectToast('Logging in...');
    toast.success('Login successful', { id: 'sign-in' });
    await expectToast('Login successful');
    await expect.element(corner().getByText('Logging in...')).not.toBeInTheDocument();
  });

  it('can be taken back', async () => {
    await renderApp(null);
    const id = toast.info('Told');
    await expectToast('Told');
    toast.dismiss(id);
    await expect.element(corner().getByText('Told')).not.toBeInTheDocument();
  });
});

/** The kinds of what is shown, the latest first; what is over the limit fades out. */
function kindsShown(): (string | null)[] {
  const messages = corner()
    .element()
    .querySelectorAll('[data-kind]:not([data-limited], [data-ending-style])');
  return Array.from(messages, (message) => message.getAttribute('data-kind'));
}

it('of many messages the latest twenty are shown, in the order in which they came', async () => {
  holdClock();
  await renderApp(null);
  // What the mouse is over would stay.
  await userEvent.hover(document.body, { position: { x: 4, y: 4 } });
  const sent = Array.from({ length: toastsMax + 4 }, (_, index) => kinds[index % kinds.length] ?? 'info');
  for (const kind of sent) toast[kind]('Told');
  await expect.poll(kindsShown).toEqual(sent.slice(-toastsMax).toReversed());

  // Where one goes, no older one comes back in its place out of order.
  await passTime(durationsMs.error + 500);
  const lasting = sent.filter((kind) => kind === 'loading');
  await expect.poll(kindsShown).toEqual(lasting);
});

it('what shows messages is fetched when there is the first, which waits for it', async () => {
  toast.warning('Early');
  await render(<ToasterHost />);
  await expectToast('Early');
});

it('without a message it is fetched once the page has come to rest, and not after it is gone', async () => {
  holdClock();
  const { unmount } = await render(<ToasterHost />);
  expect(vi.getTimerCount()).toBe(1);
  await unmount();
  expect(vi.getTimerCount()).toBe(0);
});
