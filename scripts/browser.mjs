// Finds a Chromium for the browser tests, and installs one where there is none. Runs on Node 18 too.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

/** Without windows it takes less than half of the processor's time for the same pages. */
const headlessNames = ['chromium-headless-shell'];
const fullNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const versionTimeoutMs = 20_000;

/** The path of a Chromium that runs here, or undefined. `isFull`: the one that people use, for what measures it. */
export function findBrowser(root, { isFull = false } = {}) {
  const { CHROMIUM_PATH: chosen, PATH: folders = '' } = process.env;
  if (chosen) return runs(chosen) ? chosen : undefined;
  const names = isFull ? fullNames : [...headlessNames, ...fullNames];
  const candidates = names.flatMap((name) => folders.split(delimiter).map((folder) => join(folder, name)));
  const isUsable = (path) => path && existsSync(path) && runs(path);
  // Playwright takes a second to load, at each start of the tests.
  return candidates.find(isUsable) ?? [playwrightBrowser(root)].find(isUsable);
}

export function ensureBrowser({ root, runtime }) {
  if (findBrowser(root)) return;
  if (process.env.CHROMIUM_PATH)
    throw new Error(`CHROMIUM_PATH ${process.env.CHROMIUM_PATH} is no browser that runs`);
  console.log('Installing a browser for the tests ...');
  installFromSystem();
  if (!findBrowser(root)) runQuietly(runtime, [playwrightCli(root), 'install', 'chromium']);
  if (!findBrowser(root)) {
    throw new Error('there is no Chromium for the browser tests: install one, or name it with CHROMIUM_PATH');
  }
}

// Debian's own package brings the libraries along that the browser needs; installing it takes root's rights.
function installFromSystem() {
  if (!existsSync('/usr/bin/apt-get')) return;
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = (...words) => {
    const [command, ...rest] = [
      ...asRoot,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      '-qq',
      ...words,
    ];
    return runQuietly(command, rest);
  };
  if (!apt('update')) return;
  const install = (name) => apt('install', '-y', '--no-install-recommends', name);
  // Older systems have no package of it.
  if (!headlessNames.some(install)) install('chromium');
}

// Shown only if it fails: another way may still succeed.
function runQuietly(command, words) {
  const { status, stderr, error } = spawnSync(command, words, {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (status === 0) return true;
  const reason = (stderr || error?.message || '').trim().split('\n').at(-1);
  console.log(`  ${[command, ...words].join(' ')}: ${reason}`);
  return false;
}

function playwrightBrowser(root) {
  try {
    return createRequire(join(root, 'package.json'))('playwright-core').chromium.executablePath();
  } catch {
    return undefined;
  }
}

function playwrightCli(root) {
  return join(root, 'node_modules', 'playwright-core', 'cli.js');
}

// Some systems carry a program of that name which only tells how to install the real one.
function runs(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: versionTimeoutMs }).status === 0;
}
