import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { holdClock, passTime, passUntil } from '../test/clock.ts';
import { button, expectToast } from '../test/fields.ts';
import { renderApp } from '../test/render-app.tsx';
import { CopyButton } from './copy-button.tsx';

function watchClipboard({ isAllowed }: { isAllowed: boolean } = { isAllowed: true }) {
  const answer = async () => {
    if (!isAllowed) throw new DOMException('no', 'NotAllowedError');
  };
  return vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(answer);
}

describe('the copy button', () => {
  it('copies its text and says so for two seconds', async () => {
    const copied = watchClipboard();
    await renderApp(<CopyButton text="mrcy1abc" label="Copy address" />);
    holdClock();
    const pressedAtMs = Date.now();
    await button('Copy address').click();
    await expect.element(page.getByRole('status')).toHaveTextContent('Copied');
    expect(copied).toHaveBeenCalledWith('mrcy1abc');
    await passUntil(pressedAtMs + 1990);
    expect(page.getByRole('status').element().textContent).toBe('Copied');
    await passTime(200);
    await expect.element(page.getByRole('status')).toHaveTextContent('');
  });

  it('tells whoever may not copy to select the text, and claims nothing', async () => {
    watchClipboard({ isAllowed: false });
    await renderApp(<CopyButton text="mrcy1abc" label="Copy address" hasVisibleLabel />);
    await button('Copy address').click();
    await expectToast('Could not copy. Select the text and copy it yourself.');
    expect(page.getByText('Copied').query()).toBeNull();
  });

  it('leaves no timer behind', async () => {
    watchClipboard();
    holdClock();
    const { unmount } = await renderApp(<CopyButton text="x" label="Copy" />);
    const timersBefore = vi.getTimerCount();
    await button('Copy').click();
    await expect.element(page.getByRole('status')).toHaveTextContent('Copied');
    await unmount();
    expect(vi.getTimerCount()).toBeLessThanOrEqual(timersBefore);
  });
});
