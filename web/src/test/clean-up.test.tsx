import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderHook } from 'vitest-browser-react';
import { useLeaveForPayment } from '../api/use-leave-for-payment.ts';
// Fetched when it is first opened: here before the test, whose patience is not for that.
import '../features/auth/auth-dialogs.tsx';
import { AuthDialogHost } from '../features/auth/auth-dialog-host.tsx';
import { openAuthDialog } from '../features/auth/auth-dialog.ts';
import { Redirect } from '../features/auth/redirect.tsx';
import { useHasRested } from '../features/trade/use-has-rested.ts';
import { RecoveryCodes } from '../features/two-factor/recovery-codes.tsx';
import { PrintSheet } from '../ui/print-sheet.tsx';
import { holdClock, nextFrames, passTime } from './clock.ts';
import { field } from './fields.ts';
import { listener } from './listener.ts';
import { currentPath, renderApp } from './render-app.tsx';

type Listener = EventListenerOrEventListenerObject;

/** The listeners on the window that have been added since, by event. */
const present = new Map<string, Set<Listener>>();

beforeEach(() => {
  present.clear();
  const add = globalThis.addEventListener.bind(globalThis);
  const remove = globalThis.removeEventListener.bind(globalThis);
  vi.spyOn(globalThis, 'addEventListener').mockImplementation((type: string, listener: Listener, options) => {
    present.set(type, (present.get(type) ?? new Set()).add(listener));
    add(type, listener, options);
  });
  vi.spyOn(globalThis, 'removeEventListener').mockImplementation(
    (type: string, listener: Listener, options) => {
      present.get(type)?.delete(listener);
      remove(type, listener, options);
    },
  );
});

afterEach(() => vi.restoreAllMocks());

const listenerCount = (type: string) => present.get(type)?.size ?? 0;

describe('no listener is left behind by', () => {
  it.each<[string, string, ReactNode]>([
    ['a redirection', 'popstate', <Redirect key="redirect" to="/about" />],
    ['the dialogs of signing in', 'popstate', <AuthDialogHost key="host" />],
    ['what is printed', 'beforeprint', <PrintSheet key="sheet">text</PrintSheet>],
    ['what is printed', 'afterprint', <PrintSheet key="sheet">text</PrintSheet>],
    [
      'codes that nobody has kept',
      'beforeunload',
      <RecoveryCodes key="codes" codes={['abcd']} email="a@b.example" onKept={() => undefined} />,
    ],
  ])('%s, on %s', async (_, type, ui) => {
    const { unmount } = await renderApp(ui);
    expect(listenerCount(type)).toBe(1);
    await unmount();
    expect(listenerCount(type)).toBe(0);
  });

  it('the way to a payment page, on pageshow', async () => {
    const onReturned = () => undefined;
    const { unmount } = await renderApp(<Leaving onReturned={onReturned} />);
    expect(listenerCount('pageshow')).toBe(1);
    await unmount();
    expect(listenerCount('pageshow')).toBe(0);
  });
});

function Leaving({ onReturned }: { onReturned: () => void }) {
  const { isLeaving, leaveFor } = useLeaveForPayment(onReturned);
  return (
    <button type="button" onClick={() => leaveFor(`${location.origin}/pay/token`)}>
      {isLeaving ? 'Leaving' : 'Leave'}
    </button>
  );
}

describe('the way to a payment page', () => {
  it('ends where the browser brings the page back as it was left', async () => {
    holdClock();
    const onReturned = listener();
    await renderApp(<Leaving onReturned={onReturned} />);
    await page.getByRole('button', { name: 'Leave' }).click();
    await expect.element(page.getByText('Leaving')).toBeVisible();
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await expect.element(page.getByText('Leave', { exact: true })).toBeVisible();
    await passTime(2000);
    expect(currentPath()).toBe('/');
    expect(onReturned).toHaveBeenCalledTimes(1);
  });

  it('goes on where a page is merely shown for the first time', async () => {
    holdClock();
    await renderApp(<Leaving onReturned={() => undefined} />);
    await page.getByRole('button', { name: 'Leave' }).click();
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
    await nextFrames();
    await passTime(1500);
    await expect.poll(currentPath).toBe('/pay/token');
  });
});

it('a dialog of signing in is closed by the back button', async () => {
  await renderApp(<AuthDialogHost />);
  openAuthDialog('forgotPassword');
  await expect.element(field('Email')).toBeVisible();
  dispatchEvent(new PopStateEvent('popstate'));
  await expect.element(field('Email')).not.toBeInTheDocument();
});

it('codes that nobody has kept ask before the page is left', async () => {
  await renderApp(<RecoveryCodes codes={['abcd']} email="a@b.example" onKept={() => undefined} />);
  const leaving = new Event('beforeunload', { cancelable: true });
  dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
});

it('what is printed stands in the page from the moment that the browser begins until it is done', async () => {
  await renderApp(<PrintSheet>Receipt</PrintSheet>);
  dispatchEvent(new Event('beforeprint'));
  expect(document.querySelector('[data-print-sheet]')?.textContent).toBe('Receipt');
  dispatchEvent(new Event('afterprint'));
  await expect.poll(() => document.querySelector('[data-print-sheet]')).toBeNull();
});

it('figures that change have to rest anew before they can be agreed to', async () => {
  holdClock();
  const { result, rerender, unmount } = await renderHook((shown = 'a') => useHasRested(shown, 600), {
    initialProps: 'a',
  });
  await passTime(500);
  await rerender('b');
  await passTime(500);
  expect(result.current).toBe(false);
  await passTime(100);
  await expect.poll(() => result.current).toBe(true);
  await rerender('c');
  expect(result.current).toBe(false);
  await unmount();
  expect(vi.getTimerCount()).toBe(0);
});
