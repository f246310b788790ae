import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

test('a line is written as JSON', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mercury-log-'));
  const path = join(folder, 'log');
  const file = openSync(path, 'w');
  createLog('info', file).info({ part: 'test' }, 'something happened');
  closeSync(file);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ part: 'test', msg: 'something happened' });
  await rm(folder, { recursive: true });
});

// Of Linux alone.
const alwaysFull = '/dev/full';

test.runIf(existsSync(alwaysFull))('a disk that takes no more lines ends nothing, however often', () => {
  const full = openSync(alwaysFull, 'w');
  const log = createLog('info', full);
  for (let count = 0; count < 3; count += 1) {
    expect(() => log.info('lost')).not.toThrow();
  }
  closeSync(full);
});
