import { vi } from 'vitest';

/**
 * Takes the clock into the test's hands. It stands still but for `passTime`, and for what waits for something to show
 * (`expect.element`, `expect.poll`), which passes some milliseconds each time that it looks again.
 */
export function holdClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
}

/** Until the page shows what has come of it: React renders soon after, and what leaves the screen takes a frame. */
export async function nextFrames(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) {
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
    });
  }
}

/** Frames that the browser owes come first, as they would in so much time: a dialog may take the focus in one. */
export async function passTime(ms: number): Promise<void> {
  await nextFrames();
  await vi.advanceTimersByTimeAsync(ms);
  await nextFrames();
}

/** Up to a moment of the held clock: what waited for something to show meanwhile has passed a part of it. */
export async function passUntil(momentMs: number): Promise<void> {
  await passTime(Math.max(0, momentMs - Date.now()));
}
