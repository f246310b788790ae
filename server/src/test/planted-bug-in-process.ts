/**
 * Loaded before the program in a process of its own (`node --import`). Plants the bug of this test run, as the test runner's
 * plugin does for the modules that it loads itself.
 */
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { plant, plantedBugSchema } from '../../../scripts/planted-bug.ts';
import { plantedBugVariable } from '../../../scripts/planted-bug-plugin.ts';

const told = process.env[plantedBugVariable];
if (told !== undefined) {
  const bug = plantedBugSchema.parse(JSON.parse(told));
  const plantedUrl = pathToFileURL(join(import.meta.dirname, '../../..', bug.file)).href;
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      return url === plantedUrl ? { ...loaded, source: plant(bug) } : loaded;
    },
  });
}
