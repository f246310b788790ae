import { describe, expect, it, vi } from 'vitest';
import { toast, type ToastMessage, toastQueue } from './toast.ts';

function attachedSink() {
  const shown: ToastMessage[] = [];
  toastQueue.attach({ show: (message) => shown.push(message), dismiss: vi.fn<(id?: string) => void>() });
  return shown;
}

describe('toasts', () => {
  it('stay as long as their kind says', () => {
    const shown = attachedSink();
    for (const kind of ['success', 'error', 'warning', 'info', 'loading'] as const) toast[kind](kind);
    toastQueue.detach();
    expect(shown.map(({ durationMs }) => durationMs)).toEqual([5000, 7000, 6000, 5000, 10_000]);
  });

  it('wait for what shows them, the newest twenty and each id once', () => {
    for (let index = 0; index < 25; index += 1) toast.info(`message ${index}`);
    toast.loading('Logging in...', { id: 'sign-in' });
    toast.success('Login successful', { id: 'sign-in' });
    const shown = attachedSink();
    toastQueue.detach();
    expect(shown).toHaveLength(20);
    expect(shown.at(0)?.title).toBe('message 6');
    expect(shown.at(-1)?.title).toBe('Login successful');
    expect(attachedSink()).toEqual([]);
    toastQueue.detach();
  });
});
