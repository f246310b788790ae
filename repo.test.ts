import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { endpoints } from '@mercury/contract/api/index.ts';
import { locales } from '@mercury/contract/locales.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { listPromises, plant } from './scripts/planted-bug.ts';
import { features } from './server/src/features/features.ts';

/** Tidy: the rules of this house that a linter can't see. */

const sourceFolders = '{contract,server,web,scripts,e2e,bench,examples}';
const sources = globSync(`${sourceFolders}/**/*.{ts,tsx,mts,mjs,css,sql}`, {
  exclude: ['**/node_modules/**', '**/dist/**', '**/test-results/**'],
}).concat(globSync('*.ts'));

function read(path: string): string {
  return readFileSync(path, 'utf8');
}

type TextTree = { readonly [name: string]: string | TextTree };
const textTree: z.ZodType<TextTree> = z.lazy(() => z.record(z.string(), z.union([z.string(), textTree])));

function flatten(tree: TextTree, prefix = ''): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [name, branch] of Object.entries(tree)) {
    if (typeof branch === 'string') texts.set(`${prefix}${name}`, branch);
    else for (const [key, text] of flatten(branch, `${prefix}${name}.`)) texts.set(key, text);
  }
  return texts;
}

const translations = new Map(
  locales.map((locale) => [
    locale,
    new Map(
      globSync(`web/public/locales/${locale}/*.json`).flatMap((path) =>
        Array.from(flatten(textTree.parse(JSON.parse(read(path))))),
      ),
    ),
  ]),
);
const english = translations.get('en') ?? new Map<string, string>();

const pluralSuffix = /_(zero|one|two|few|many|other)$/;
const withoutPlural = (key: string): string => key.replace(pluralSuffix, '');
/** Without the product's name: one language needs it in a sentence that another says without it. */
const placeholdersOf = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*(\w+)/g)]
    .map((match) => match[1] ?? '')
    .filter((name) => name !== 'product')
    .toSorted();

/** What the help quotes from browsers and mail programs, and from within a sentence of the trade page. */
const notOfTheInterface = [
  'Install',
  'نصب',
  'Установить',
  '安装',
  'Add to home screen',
  'افزودن به صفحهٔ اصلی',
  'На главный экран',
  '添加到主屏幕',
  'Спам',
  'price held for {{quoteSeconds}} seconds',
  'قیمت نهایی، معتبر تا {{quoteSeconds}} ثانیه',
  'точный курс на {{quoteSeconds}} секунд',
  '{{quoteSeconds}} 秒内有效的报价',
];

describe('translations', () => {
  it.each(locales)('%s has the keys of English, no more and no fewer', (locale) => {
    const keys = [...(translations.get(locale)?.keys() ?? [])].map(withoutPlural);
    expect([...new Set(keys)].toSorted()).toEqual(
      [...new Set([...english.keys()].map(withoutPlural))].toSorted(),
    );
  });

  it.each(locales)('%s fills in what English fills in', (locale) => {
    const wrong = [...(translations.get(locale) ?? [])].filter(([key, text]) => {
      const source = english.get(key) ?? english.get(`${withoutPlural(key)}_other`);
      return source !== undefined && placeholdersOf(source).join() !== placeholdersOf(text).join();
    });
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  it.each(locales)('%s has exactly the plural forms of its language', (locale) => {
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    const keys = [...(translations.get(locale)?.keys() ?? [])];
    const plurals = new Set(keys.filter((key) => pluralSuffix.test(key)).map(withoutPlural));
    const expected = [...plurals].flatMap((key) => forms.map((form) => `${key}_${form}`));
    expect(keys.filter((key) => pluralSuffix.test(key)).toSorted()).toEqual(expected.toSorted());
  });

  it.each(locales)('%s leaves no text empty', (locale) => {
    const empty = [...(translations.get(locale) ?? [])].filter(([, text]) => text.trim() === '');
    expect(empty).toEqual([]);
  });

  it.each(locales)('the help in %s quotes names that the interface shows', (locale) => {
    const textsOf = (name: string) => [
      ...flatten(textTree.parse(JSON.parse(read(`web/public/locales/${locale}/${name}.json`)))).values(),
    ];
    const shown = new Set([...textsOf('translation'), ...notOfTheInterface]);
    const quoted = textsOf('help')
      .join('\n')
      .matchAll(/[“«「]([^”»」]+)[”»」]/g);
    const names = Array.from(quoted, ([, name = '']) => name);
    expect(names.filter((name) => !shown.has(name))).toEqual([]);
  });

  it('have no key that nothing uses', () => {
    const code = sources
      .filter((path) => path.startsWith('web/src/'))
      .map(read)
      .join('\n');
    const quoted = new Set(
      [...code.matchAll(/['"`]([A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)+)['"`]/g)].map((match) => match[1]),
    );
    // A key that is put together: `errors.${code}` uses all that start and end alike.
    const patterns = [...code.matchAll(/`([A-Za-z0-9_.]+\.[A-Za-z0-9_]*)\$\{[^}`]+\}([A-Za-z0-9_.]*)`/g)];
    const isUsed = (key: string): boolean =>
      quoted.has(key) ||
      patterns.some(
        ([, start = '', end = '']) => key.startsWith(start) && key.endsWith(end) && key.length > start.length,
      );
    expect([...new Set([...english.keys()].map(withoutPlural))].filter((key) => !isUsed(key))).toEqual([]);
  });
});

describe('the contract', () => {
  it('has every endpoint called in a test of the server, by its method and its whole path', () => {
    const called = new Set(
      sources
        .filter((path) => /^server\/src\/(.+\.test\.ts|test\/.+\.ts)$/.test(path))
        .flatMap((path) => callsIn(read(path)))
        .map(endpointOfCall),
    );
    expect(Object.keys(endpoints).filter((name) => !called.has(name))).toEqual([]);
  });
});

/** Calls as tests write them: `'GET', '/contacts'`, or `post('/contacts'`, with what is filled in as a parameter. */
function callsIn(test: string): { method: string; path: string }[] {
  const calls = test.matchAll(/(?:'(GET|POST|PUT|PATCH|DELETE)',|\bpost\()\s*['`](\/[^'`]+)['`]/g);
  return [...calls].map(([, method = 'POST', text = '']) => {
    const [path = ''] = text.replaceAll(/\/\$\{[^}]*\}/g, '/:').split(/\?|\$\{/);
    return { method, path };
  });
}

/** The endpoint that the server would find: `/transactions/export` is a path of its own, and no transaction's id. */
function endpointOfCall(call: { method: string; path: string }): string | undefined {
  const segments = call.path.split('/');
  const found = Object.entries(endpoints)
    .filter(([, { method, path }]) => method === call.method && path.split('/').length === segments.length)
    .map(([name, { path }]) => ({ name, pattern: path.split('/') }))
    .filter(({ pattern }) => pattern.every((part, at) => part.startsWith(':') || part === segments[at]));
  const literal = found.find(({ pattern }) => pattern.every((part) => !part.startsWith(':')));
  return (literal ?? found[0])?.name;
}

describe('migrations', () => {
  const folder = 'server/src/db/migrations';
  const files = globSync(`${folder}/*.sql`).toSorted();

  it('are numbered without gaps', () => {
    expect(files.map((path) => path.replace(`${folder}/`, '').slice(0, 4))).toEqual(
      files.map((_path, index) => String(index + 1).padStart(4, '0')),
    );
  });

  it('do not change once merged: what is to be different is a new migration', () => {
    const merged = z.record(z.string(), z.string()).parse(JSON.parse(read(`${folder}/merged.json`)));
    const present = Object.fromEntries(
      files.map((path) => [
        path.replace(`${folder}/`, ''),
        createHash('sha256').update(read(path)).digest('hex'),
      ]),
    );
    expect(present, 'after a new migration: npm run migrations').toEqual(merged);
  });
});

describe('features', () => {
  const migrations = globSync('server/src/db/migrations/*.sql').map(read).join('\n');
  const tablesAboutPeople = [...migrations.matchAll(/^create table (\w+) \(\n([\s\S]*?)^\);/gm)]
    .map(([, table = '', columns = '']) => ({ table, columns }))
    .filter(({ columns }) => /^ +(user_id|owner_id|assigned_to) /m.test(columns));
  const namedMoneyTables = () => features.flatMap(({ moneyTables = {} }) => Object.keys(moneyTables));

  it('are the folders there are: each has a feature.ts, which is in the list', () => {
    const elsewhere = new Set(['identity', 'console', 'platform']);
    const folders = new Set(globSync('server/src/features/*/*.ts').map((path) => path.split('/')[3] ?? ''));
    const expected = [...folders].toSorted();
    const withFile = globSync('server/src/features/*/feature.ts').map((path) => path.split('/')[3] ?? '');
    expect(withFile.toSorted()).toEqual(expected);
    const named = features.map(({ name }) => name).filter((name) => !elsewhere.has(name));
    expect(named.toSorted()).toEqual(expected);
  });

  it('have jobs of their own: no two run the same', () => {
    const jobs = features.flatMap((feature) => Object.keys(feature.jobs ?? {}));
    expect(jobs).toEqual([...new Set(jobs)]);
  });

  it('remove what is a person’s own when they leave: each table about people is named, here or there', () => {
    const staying = {
      books: ['account'],
      // Payments may still come, and are kept for an operator then.
      addresses: ['deposit_address'],
      endWithTheirSession: ['session', 'sign_in_challenge'],
      sweptAfterADay: ['quote'],
      forgottenByFunctions: ['idempotency', 'outgoing_mail'],
      // They say why something was done.
      notesOfStaff: ['level_change', 'person_note'],
    };
    const tables = tablesAboutPeople.map(({ table }) => table);
    const personal = features.flatMap(({ personalTables = [] }) => personalTables);
    expect([...personal, ...namedMoneyTables(), ...Object.values(staying).flat()].toSorted()).toEqual(
      tables.toSorted(),
    );
  });

  it('name their tables of people’s money: each that has an amount, but for the books’ own, and what is only wanted or counted', () => {
    const others = new Set(['account', 'price_alert', 'quote', 'recurring_buy', 'traded_volume']);
    const withMoney = tablesAboutPeople.filter(({ columns }) => /^ +\w+ numeric\(38, 0\)/m.test(columns));
    const tables = withMoney.map(({ table }) => table).filter((table) => !others.has(table));
    expect(namedMoneyTables().toSorted()).toEqual(tables.toSorted());
  });
});

describe('docs/adding.md', () => {
  it('names files that are there', () => {
    const named = [...read('docs/adding.md').matchAll(/`((?:contract|scripts|server|web)\/[^`\s]+)`/g)];
    expect(named.length).toBeGreaterThan(20);
    expect(named.map(([, path = '']) => path).filter((path) => !existsSync(path))).toEqual([]);
  });
});

describe('promises', async () => {
  const promises = await listPromises();
  const bugs = promises.flatMap(({ number, bugs: planted }) =>
    planted.map((bug) => [number, bug.why, bug] as const),
  );

  it('01 to 18, on money and accounts, have a suite each', () => {
    const wanted = Array.from({ length: 18 }, (_, index) => String(index + 1).padStart(2, '0'));
    expect(promises.map(({ number }) => number).slice(0, wanted.length)).toEqual(wanted);
  });

  it('have a bug for each suite in their folder', () => {
    const suites = new Set(promises.flatMap((promise) => promise.bugs.map(({ suite }) => suite)));
    const inFolder = sources.filter((path) => /^server\/src\/promises\/.*\.test\.ts$/.test(path));
    expect(inFolder.filter((path) => !suites.has(path))).toEqual([]);
  });

  it.each(bugs)('%s has a bug that still fits where it is to be planted: %s', (_number, _why, bug) => {
    expect(plant(bug)).not.toBe(read(bug.file));
  });
});

describe('sources', () => {
  it('stay under 400 lines, but for what the file named in its first line writes', () => {
    const isGenerated = (text: string): boolean => {
      const [, generator = ''] = /^\/\/ Generated by (\S+) /.exec(text) ?? [];
      return sources.includes(generator);
    };
    const long = sources.filter((path) => read(path).split('\n').length > 401);
    expect(long.filter((path) => !isGenerated(read(path)))).toEqual([]);
  });

  it('hold no leftover marker', () => {
    const marker = /\b(TODO|FIXME|XXX)\b|\bdebugger;|@ts-(ignore|nocheck)|\.(only|skip|todo|fixme)\(/;
    // This file names them.
    const others = sources.filter((path) => path !== 'repo.test.ts');
    expect(others.filter((path) => marker.test(read(path)))).toEqual([]);
  });

  it('write the books only behind the door of the ledger', () => {
    const writes =
      /\b(insert\s+into|update|delete\s+from|truncate)\s+(account|transfer|entry|hold|idempotency|wallet_transaction)\b/i;
    const builderWrites =
      /\.(insertInto|updateTable|deleteFrom)\(\s*'(account|transfer|entry|hold|idempotency|wallet_transaction)'/;
    const offenders = sources.filter(
      (path) =>
        path.startsWith('server/src/') &&
        !path.startsWith('server/src/ledger/') &&
        !path.startsWith('server/src/db/migrations/') &&
        !/\.(test|bug)\.ts$/.test(path) &&
        (writes.test(read(path)) || builderWrites.test(read(path))),
    );
    expect(offenders).toEqual([]);
  });

  const served = sources.filter((path) => /^server\/src\/(?!.*\.(test|bug)\.ts$)/.test(path));

  it('lock a person’s row by person/locks.ts alone', () => {
    const locks =
      /\bfrom\s+app_user\b[^;`']*\bfor\s+((no\s+key\s+)?update|(key\s+)?share)\b|selectFrom\('app_user'\)[^;]*\.for[A-Z]/i;
    // What the database does by itself can't call it.
    const callers = served.filter((path) => !path.startsWith('server/src/db/migrations/'));
    expect(callers.filter((path) => locks.test(read(path)))).toEqual([]);
  });

  it('say in SQL once, and in TypeScript once, whether an account is frozen', () => {
    const rule = /\bunfreezes_at\s*(<|>|\.getTime|is\s+null\s+or)/i;
    expect(served.filter((path) => rule.test(read(path))).toSorted()).toEqual([
      'server/src/db/migrations/0001-identity.sql',
      'server/src/identity/person/frozen.ts',
    ]);
  });

  it('ask for what has changed in one way, which loses no news that come during a first answer', () => {
    const others = sources
      .filter((path) => /^web\/src\/(?!api\/query-client)(?!.*\.test\.)/.test(path))
      .filter((path) => read(path).includes('invalidateQueries('));
    expect(others).toEqual([]);
  });

  it('use logical sides in styles, so that right to left is a mirror', () => {
    const physical =
      /(?:^|[\s;{])(?:(?:margin|padding|border)-(?:left|right)|left|right|text-align:\s*(?:left|right))\s*:/m;
    // Where a library measures from the left, its figure is used from there.
    const measuredByLibrary = /^.*var\(--active-tab-.*$/gm;
    const offenders = sources.filter(
      (path) => path.endsWith('.css') && physical.test(read(path).replaceAll(measuredByLibrary, '')),
    );
    expect(offenders).toEqual([]);
  });
});

describe('ARCHITECTURE.md', () => {
  const rooms = ['contract/src', 'server/src', 'web/src'];

  it('draws every folder that there is, and no other', () => {
    const ofRooms = sources.filter((path) => rooms.some((room) => path.startsWith(`${room}/`)));
    const top = sources.filter((path) => path.includes('/')).map((path) => path.split('/')[0] ?? '');
    const folders = new Set([...top, ...rooms, ...ofRooms.flatMap(foldersAbove)]);
    for (const room of rooms) folders.delete(room.split('/')[0] ?? '');
    expect(drawnFolders().toSorted()).toEqual([...folders].toSorted());
  });

  it('fits a page', () => {
    expect(read('ARCHITECTURE.md').split('\n').length).toBeLessThanOrEqual(130);
  });
});

/** Of `server/src/db/migrate.ts`: server/src and server/src/db. */
function foldersAbove(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_name, index) => names.slice(0, index + 1).join('/')).slice(1);
}

/** A line of the drawing begins with folders, each ending in a slash, below the nearest line that is indented less. */
function drawnFolders(): string[] {
  const [, drawing = ''] = read('ARCHITECTURE.md').split('```');
  const above: string[] = [];
  return drawing.split('\n').flatMap((line) => {
    const [, indent = '', names = ''] = /^( *)((?:[\w./-]+\/ *)+)(?= |$)/.exec(line) ?? [];
    const folders = names
      .split(/\s+/)
      .filter((name) => name.endsWith('/'))
      .map((name) => name.slice(0, -1));
    const depth = indent.length / 2;
    above.length = depth;
    const paths = folders.map((name) => [...above, name].join('/'));
    above[depth] = folders.at(-1) ?? '';
    return paths;
  });
}

describe('the lock file', () => {
  it('holds the packages of every platform, without which npm ci refuses it', () => {
    const { packages } = z
      .object({
        packages: z.record(
          z.string(),
          z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() }),
        ),
      })
      .parse(JSON.parse(read('package-lock.json')));
    const names = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/'))));
    const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies),
    );
    expect(wanted.filter((name) => !names.has(`node_modules/${name}`))).toEqual([]);
  });

  it.each(['package-lock.json', 'interop/ccxt/package-lock.json'])(
    'names no place to download from, so that it installs anywhere: %s',
    (path) => {
      expect(read(path)).not.toMatch(/"resolved": "https?:/);
    },
  );
});
