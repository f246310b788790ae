import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** A browser's network, as far as it is listened to. */
function startBrowser({ onLine = true } = {}) {
  const listeners = new Map<string, () => void>();
  const browser = { onLine };
  const answer = vi.fn<() => Promise<Response>>(() => Promise.resolve(new Response()));
  vi.stubGlobal('navigator', browser);
  vi.stubGlobal('fetch', answer);
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => listeners.set(name, listener));
  return {
    answer,
    setOnLine: (isOnLine: boolean) => {
      browser.onLine = isOnLine;
      listeners.get(isOnLine ? 'online' : 'offline')?.();
    },
  };
}

async function freshConnection() {
  vi.resetModules();
  return (await import('./connection.ts')).connection;
}

const noAnswer = () => Promise.reject(new TypeError('Failed to fetch'));

describe('the connection', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is not lost with one call: the server is asked first', async () => {
    const { answer } = startBrowser();
    const connection = await freshConnection();
    connection.reportSilence();
    await vi.advanceTimersByTimeAsync(0);
    expect(answer).toHaveBeenCalledTimes(1);
    expect(connection.isOnline()).toBe(true);
  });

  it('is lost where the server does not answer either, and is back as soon as it does', async () => {
    const { answer } = startBrowser();
    answer.mockImplementation(noAnswer);
    const connection = await freshConnection();
    const heard = vi.fn<() => void>();
    connection.subscribe(heard);
    connection.reportSilence();
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.isOnline()).toBe(false);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(connection.isOnline()).toBe(false);
    answer.mockResolvedValue(new Response());
    await vi.advanceTimersByTimeAsync(5000);
    expect(connection.isOnline()).toBe(true);
    expect(heard).toHaveBeenCalledTimes(2);
    const asked = answer.mock.calls.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(answer).toHaveBeenCalledTimes(asked);
  });

  it('tells a lost network from a server that does not answer', async () => {
    const { answer, setOnLine } = startBrowser();
    answer.mockImplementation(noAnswer);
    const connection = await freshConnection();
    const heard = vi.fn<(isOnline: boolean) => void>();
    connection.subscribe(heard);
    connection.reportSilence();
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.read()).toBe('unreachable');
    setOnLine(false);
    expect(connection.read()).toBe('offline');
    setOnLine(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.read()).toBe('unreachable');
    // The reason changed, not the fact.
    expect(heard.mock.calls).toEqual([[false]]);
  });

  it('is back with the first call that is answered', async () => {
    const { answer } = startBrowser();
    answer.mockImplementation(noAnswer);
    const connection = await freshConnection();
    connection.reportSilence();
    await vi.advanceTimersByTimeAsync(0);
    connection.reportAnswer();
    expect(connection.isOnline()).toBe(true);
  });

  it('is lost at once when the browser says so, and only tried when it says otherwise', async () => {
    const { answer, setOnLine } = startBrowser();
    const connection = await freshConnection();
    setOnLine(false);
    expect(connection.isOnline()).toBe(false);
    answer.mockImplementation(noAnswer);
    setOnLine(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.isOnline()).toBe(false);
    answer.mockResolvedValue(new Response());
    await vi.advanceTimersByTimeAsync(5000);
    expect(connection.isOnline()).toBe(true);
  });

  it('is lost from the start where the browser has none, and nobody is asked in vain', async () => {
    const { answer } = startBrowser({ onLine: false });
    const connection = await freshConnection();
    expect(connection.isOnline()).toBe(false);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(answer).not.toHaveBeenCalled();
  });
});
