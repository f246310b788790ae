// Makes everything ready for a start or a test run: packages, web app, browser. Plain JavaScript without packages, for
// Node 18 and npm 9.2 on: this is the one program that runs before the pinned runtime is there.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBrowser } from './browser.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stampFolder = join(root, 'node_modules', '.cache', 'mercury');
const runtime = join(root, 'node_modules', '.bin', 'node');

class PrepareError extends Error {}

function preparePackages() {
  const hash = hashOf(['package-lock.json']);
  if (existsSync(runtime) && readStamp('packages') === hash) return;
  console.log('Installing packages: once, and again after an update ...');
  // The folder is made anew by `npm ci`, stamp included, so an interrupted installation doesn't count.
  rmSync(join(stampFolder, 'packages'), { force: true });
  const { command, words } = findNpm();
  run(
    command,
    [...words, 'ci', '--ignore-scripts', '--include=dev', '--include=optional', '--loglevel=error'],
    {
      failure: 'installing packages failed',
      env: environmentForNpm(),
    },
  );
  linkRuntime();
  writeStamp('packages', hash);
}

// A client that a test runs against the product. It has a lock file of its own, since the product does not depend on it.
function prepareClient() {
  const folder = join('interop', 'ccxt');
  const hash = hashOf([`${folder}/package-lock.json`]);
  if (existsSync(join(root, folder, 'node_modules', 'ccxt')) && readStamp('ccxt') === hash) return;
  console.log('Installing the client that a test runs: once, and again after an update ...');
  rmSync(join(stampFolder, 'ccxt'), { force: true });
  const { command, words } = findNpm();
  run(command, [...words, 'ci', '--ignore-scripts', '--loglevel=error'], {
    failure: 'installing the client for a test failed',
    env: environmentForNpm(),
    cwd: join(root, folder),
  });
  writeStamp('ccxt', hash);
}

// npm 9 drops the link together with the runtimes of the other platforms, which carry the same name.
function linkRuntime() {
  if (existsSync(runtime)) return;
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const name = Object.keys(optionalDependencies).find((each) =>
    existsSync(join(root, 'node_modules', each, 'bin', 'node')),
  );
  if (name === undefined) {
    throw new PrepareError(`there is no runtime for ${process.platform} ${process.arch} among the packages`);
  }
  symlinkSync(join('..', name, 'bin', 'node'), runtime);
}

// The npm that started us and the Node that runs it fit together; the Node that we install may be too new for it.
function findNpm() {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  if (script && node && existsSync(script) && existsSync(node) && /npm-cli\.[cm]?js$/.test(script)) {
    return { command: node, words: [script] };
  }
  return { command: 'npm', words: [] };
}

// npm hands its settings down to what it runs. Those that would leave packages out must not reach the installation.
function environmentForNpm() {
  const env = { ...process.env };
  for (const name of Object.keys(env)) {
    if (
      /^npm_config_(omit|include|only|also|production|dev|dry_run|global|location|workspace|workspaces)$/i.test(
        name,
      )
    ) {
      delete env[name];
    }
  }
  delete env.NODE_ENV;
  env.NODE_OPTIONS = `${env.NODE_OPTIONS ?? ''} --require ${JSON.stringify(join(root, 'scripts', 'as-runtime.cjs'))}`;
  const ownFolder = join(root, 'node_modules', '.bin');
  env.PATH = (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== ownFolder)
    .join(delimiter);
  return env;
}

function prepareWebApp() {
  const hash = hashOf([
    'web',
    'contract',
    'server/src/matching',
    'scripts/build-web.ts',
    'scripts/prerender.ts',
    'scripts/prerendered-page.ts',
    'package-lock.json',
  ]);
  if (existsSync(join(root, 'web', 'dist', 'index.html')) && readStamp('web') === hash) return;
  console.log('Building the web app ...');
  rmSync(join(stampFolder, 'web'), { force: true });
  run(runtime, ['scripts/build-web.ts'], { failure: 'building the web app failed' });
  writeStamp('web', hash);
}

function hashOf(names) {
  const hash = createHash('sha256');
  for (const name of names) addToHash(hash, name);
  return hash.digest('hex');
}

function addToHash(hash, name) {
  const path = join(root, name);
  const entries = name.includes('.') ? undefined : readFolder(path);
  if (entries === undefined) {
    const content = readFileSync(path);
    hash.update(`${name}\0${content.length}\0`).update(content);
    return;
  }
  for (const entry of entries) addToHash(hash, `${name}/${entry}`);
}

function readFolder(path) {
  try {
    return readdirSync(path)
      .filter((entry) => entry !== 'dist' && entry !== 'node_modules' && !entry.endsWith('.tsbuildinfo'))
      .sort();
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}

function readStamp(name) {
  try {
    return readFileSync(join(stampFolder, name), 'utf8');
  } catch {
    return undefined;
  }
}

function writeStamp(name, hash) {
  mkdirSync(stampFolder, { recursive: true });
  writeFileSync(join(stampFolder, name), hash);
}

function run(command, words, { failure, env = process.env, cwd = root }) {
  const { error, status, signal } = spawnSync(command, words, {
    cwd,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (error) throw new PrepareError(`${failure}: ${error.message}`);
  if (status !== 0)
    throw new PrepareError(`${failure} (${signal ?? `code ${status}`}), the reason stands above`);
}

function prepare(purpose) {
  if (Number(process.versions.node.split('.')[0]) < 18) {
    throw new PrepareError(`Node ${process.versions.node} is too old: 18 or newer is needed to begin`);
  }
  preparePackages();
  // While developing, the web app is served from its sources.
  if (purpose !== 'dev') prepareWebApp();
  if (purpose === 'test') {
    prepareClient();
    ensureBrowser({ root, runtime });
  }
}

try {
  prepare(process.argv[2]);
} catch (error) {
  console.error(`Mercury can't be made ready: ${error.message}`);
  process.exitCode = 1;
}
