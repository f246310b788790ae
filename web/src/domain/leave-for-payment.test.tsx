import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { holdClock, nextFrames, passTime } from '../test/clock.ts';
import { listener } from '../test/listener.ts';
import { currentPath, renderApp } from '../test/render-app.tsx';
import { expectListenersRemoved } from '../test/window-listeners.ts';
import { useLeaveForPayment } from './leave-for-payment.ts';

function Leaving({ onReturned }: { onReturned: () => void }) {
  const { isLeaving, leaveFor } = useLeaveForPayment(onReturned);
  return (
    <button type="button" onClick={() => leaveFor(`${location.origin}/pay/token`)}>
      {isLeaving ? 'Leaving' : 'Leave'}
    </button>
  );
}

it('the way to a payment page ends where the browser brings the page back as it was left', async () => {
  holdClock();
  const onReturned = listener();
  await renderApp(<Leaving onReturned={onReturned} />);
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect.element(page.getByText('Leaving')).toBeVisible();
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await expect.element(page.getByText('Leave', { exact: true })).toBeVisible();
  await passTime(2000);
  await expect.poll(currentPath).toBe('/');
  expect(onReturned).toHaveBeenCalledTimes(1);
});

it('the way to a payment page goes on where a page is merely shown for the first time', async () => {
  holdClock();
  await renderApp(<Leaving onReturned={() => undefined} />);
  await page.getByRole('button', { name: 'Leave' }).click();
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  await nextFrames();
  await passTime(1500);
  await expect.poll(currentPath).toBe('/pay/token');
});

it('the way to a payment page leaves no listener behind', () =>
  expectListenersRemoved(<Leaving onReturned={() => undefined} />, ['pageshow']));
