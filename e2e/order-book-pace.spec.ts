import type { Page } from '@playwright/test';
import { openMarket } from './markets.ts';
import { expect, test } from './test.ts';

const market = 'MRCY-USD';
const seconds = 3;

/** In place of the server's end of the stream: a snapshot, and then a thousand changes a second, as often as a server tells. */
function standInStream(told: { market: string; perSecond: number; everyMs: number }): void {
  const RealSocket = globalThis.WebSocket;
  const crcTable = Array.from({ length: 256 }, (_, byte) => {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    return crc;
  });
  const levelsFrom = (price: number, step: number) =>
    Array.from({ length: 200 }, (_, at) => ({ price: (price + at * step).toFixed(4), quantity: '100.00' }));
  const levels = { bids: levelsFrom(0.58, -0.0001), asks: levelsFrom(0.6, 0.0001) };
  const checksum = (): number => {
    const texts: string[] = [];
    for (let at = 0; at < 10; at += 1) {
      for (const side of [levels.bids, levels.asks])
        texts.push(side[at]?.price ?? '', side[at]?.quantity ?? '');
    }
    let crc = 0xffffffff;
    for (const letter of texts.join(':')) {
      crc = (crc >>> 8) ^ (crcTable[(crc ^ letter.charCodeAt(0)) & 0xff] ?? 0);
    }
    return (crc ^ 0xffffffff) >>> 0;
  };
  class StandIn extends EventTarget {
    readyState = 1;
    constructor() {
      super();
      queueMicrotask(() => this.dispatchEvent(new Event('open')));
    }
    tell(message: object): void {
      const data = JSON.stringify({ channel: 'book', market: told.market, ...message, checksum: checksum() });
      this.dispatchEvent(new MessageEvent('message', { data }));
    }
    send(text: string): void {
      const { channel } = JSON.parse(text) as { channel?: string };
      if (channel !== 'book') return;
      this.tell({ type: 'snapshot', seq: 0, ...levels });
      let seq = 0;
      setInterval(() => {
        for (let count = (told.perSecond * told.everyMs) / 1000; count > 0; count -= 1) {
          const [name, at] = [seq % 2 === 0 ? ('bids' as const) : ('asks' as const), (seq * 7) % 40];
          const level = { price: levels[name][at]?.price ?? '', quantity: `${1 + (seq % 900)}.00` };
          levels[name][at] = level;
          this.tell({ type: 'update', fromSeq: seq, seq: seq + 1, bids: [], asks: [], [name]: [level] });
          seq += 1;
        }
        document.documentElement.dataset['told'] = String(seq);
      }, told.everyMs);
    }
    close(): void {
      this.readyState = 3;
    }
  }
  globalThis.WebSocket = new Proxy(RealSocket, {
    construct: (target, [url]: [string]) => (url.includes('/v1/stream') ? new StandIn() : new target(url)),
  });
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds by the thread's own clock: what else the machine does meanwhile does not count. */
  tdur?: number;
  args: { name?: string };
}

/** The longest task of a page's main thread while it is traced. */
async function longestTaskMs(page: Page, work: () => Promise<void>): Promise<number> {
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', '__metadata'] });
  await work();
  const trace = String(await browser?.stopTracing());
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
  const main = traceEvents.filter(
    ({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain',
  );
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) =>
      name === 'RunTask' && main.some((thread) => thread.pid === pid && thread.tid === tid),
  );
  expect(tasks.length).toBeGreaterThan(100);
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

test('a thousand changes a second are drawn at most ten times a second, and no task takes 50 ms', async ({
  signedIn,
  texts: { t },
}) => {
  await openMarket(market);
  const { page } = await signedIn();
  await page.addInitScript(standInStream, { market, perSecond: 1000, everyMs: 20 });
  await page.goto(`/trade/${market}`);
  const book = page.getByTestId('order-book');
  await expect(book).toHaveAttribute('data-status', 'live');
  await expect(page.getByRole('table', { name: t('orderBook.bookCaption', { market }) })).toBeVisible();
  const countDraws = () =>
    book.evaluate((element, ms) => {
      let draws = 0;
      const observer = new MutationObserver(() => (draws += 1));
      observer.observe(element, { subtree: true, characterData: true, childList: true });
      const told = () => Number(document.documentElement.dataset['told']);
      const [beganAtMs, before] = [performance.now(), told()];
      return new Promise<{ draws: number; elapsedMs: number; told: number }>((resolve) => {
        setTimeout(() => {
          observer.disconnect();
          resolve({ draws, elapsedMs: performance.now() - beganAtMs, told: told() - before });
        }, ms);
      });
    }, seconds * 1000);
  let counted = { draws: 0, elapsedMs: 0, told: 0 };
  const longestMs = await longestTaskMs(page, async () => {
    counted = await countDraws();
  });
  expect(counted.draws).toBeGreaterThan(3);
  expect(counted.draws).toBeLessThanOrEqual(counted.elapsedMs / 100 + 2);
  expect(longestMs).toBeLessThan(50);
  await expect(book).toHaveAttribute('data-status', 'live');
});
