import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

it('no file of the customers’ app imports the operator’s console, nor its contract', () => {
  const files = globSync('web/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (path) => !/^web\/src\/(console|test)\//.test(path),
  );
  expect(files.length).toBeGreaterThan(200);
  const imports = /(?:from|import)\s*\(?\s*'[^']*\/console\/[^']*'/;
  expect(files.filter((path) => imports.test(read(path)))).toEqual([]);
});

it('nothing of the console is in the customers’ files, nor kept by their service worker', () => {
  const built = globSync('web/dist/assets/*.js', { cwd: root });
  expect(built.length).toBeGreaterThan(10);
  expect(built.filter((path) => read(path).includes('/console/api'))).toEqual([]);
  expect(globSync('web/dist/console/assets/*.js', { cwd: root }).length).toBeGreaterThan(0);
  // Its precached files are named in it.
  expect(read('web/dist/service-worker.js')).toContain('/locales/en/translation.json');
  expect(read('web/dist/service-worker.js')).not.toMatch(/\/console[/."]|console\.(html|json)/);
});
