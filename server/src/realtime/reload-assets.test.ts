import { loadAssets } from '@mercury/contract/money/asset.ts';
import { seededAssets } from '@mercury/contract/money/seeded-assets.ts';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Database } from '../db/database.ts';
import { createAssetReloader, type AssetReloader } from './reload-assets.ts';

const query = vi.fn<() => Promise<{ rows: unknown[] }>>();
const onLoaded = vi.fn<() => void>();
let reloader: AssetReloader;

beforeEach(() => {
  vi.useFakeTimers();
  query.mockReset().mockRejectedValue(new Error('the database is away'));
  onLoaded.mockReset();
  // Nothing else of the database is asked.
  const db = { pool: { query } } as unknown as Database;
  reloader = createAssetReloader({ db, log: pino({ level: 'silent' }), onLoaded });
});
afterEach(() => {
  reloader.close();
  vi.useRealTimers();
  loadAssets(seededAssets);
});

it('waits longer after each failure, a minute at most, until it works, and begins anew then', async () => {
  await reloader.reload();
  const waitsMs = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000];
  for (const [index, waitMs] of waitsMs.entries()) {
    await vi.advanceTimersByTimeAsync(waitMs - 1);
    expect(query).toHaveBeenCalledTimes(index + 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(query).toHaveBeenCalledTimes(index + 2);
  }
  expect(onLoaded).not.toHaveBeenCalled();
  query.mockResolvedValue({ rows: [] });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onLoaded).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(query).toHaveBeenCalledTimes(waitsMs.length + 2);
  query.mockRejectedValueOnce(new Error('the database is away'));
  await reloader.reload();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(onLoaded).toHaveBeenCalledTimes(2);
});

it('reads once more for all changes that come during a read, which may have missed them', async () => {
  const answers = [1, 2].map(() => Promise.withResolvers<{ rows: unknown[] }>());
  for (const { promise } of answers) query.mockReturnValueOnce(promise);
  const storm = Promise.all(Array.from({ length: 1000 }, () => reloader.reload()));
  expect(query).toHaveBeenCalledOnce();
  answers[0]?.resolve({ rows: [] });
  await vi.advanceTimersByTimeAsync(0);
  expect(query).toHaveBeenCalledTimes(2);
  answers[1]?.resolve({ rows: [] });
  await storm;
  expect(query).toHaveBeenCalledTimes(2);
  expect(onLoaded).toHaveBeenCalledTimes(2);
});

it('tries once after several failures at once', async () => {
  await Promise.all([reloader.reload(), reloader.reload(), reloader.reload()]);
  query.mockResolvedValue({ rows: [] });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(query).toHaveBeenCalledTimes(3);
  expect(onLoaded).toHaveBeenCalledOnce();
});

it('does not try again once it is closed, nor after what fails then', async () => {
  await reloader.reload();
  const late = reloader.reload();
  reloader.close();
  await late;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(query).toHaveBeenCalledTimes(2);
});
