import { expect, it } from 'vitest';
import { findEntries } from './find-entries.ts';
import type { SearchEntry, SearchGroup, SearchKind } from './search-entry.ts';

function entryOf(title: string, words: readonly string[] = []): SearchEntry {
  return { id: title, title, words, icon: null, onChoose: () => undefined };
}

const groupOf = (kind: SearchKind, ...entries: readonly SearchEntry[]): SearchGroup => ({ kind, entries });

/** A line for each group, in order: what was found of its kind. */
function found(query: string, ...groups: readonly SearchGroup[]) {
  return findEntries(groups, query).map(
    ({ kind, entries }) => `${kind}: ${entries.map(({ title }) => title).join(', ')}`,
  );
}

const coins = groupOf(
  'coins',
  entryOf('Bitcoin', ['BTC']),
  entryOf('Bitcoin Cash', ['BCH']),
  entryOf('Ethereum', ['ETH']),
);
const actions = groupOf(
  'actions',
  entryOf('Send'),
  entryOf('Buy BTC', ['Bitcoin']),
  entryOf('Sign out', ['log out exit']),
);
const people = groupOf('people', entryOf('Sendil Kumar', ['mrcy1qqqsend']), entryOf('Zoë', ['mrcy1abc']));
const all = [coins, people, actions];

it('lists the best group first, and in it the best find', () => {
  expect(found('send', ...all)).toEqual(['actions: Send', 'people: Sendil Kumar']);
  expect(found('bitcoin', ...all)).toEqual(['coins: Bitcoin, Bitcoin Cash', 'actions: Buy BTC']);
});

it('keeps the order of the groups where they are equally good', () => {
  expect(found('btc', ...all)).toEqual(['coins: Bitcoin', 'actions: Buy BTC']);
});

it('wants every word of the query, in any order', () => {
  expect(found('btc buy', ...all)).toEqual(['actions: Buy BTC']);
  expect(found('buy eth', ...all)).toEqual([]);
  expect(found('log out', ...all)).toEqual(['actions: Sign out']);
});

it('finds a part inside a word only once it says something', () => {
  expect(found('qq', ...all)).toEqual([]);
  expect(found('qqq', ...all)).toEqual(['people: Sendil Kumar']);
  expect(found('资', groupOf('pages', entryOf('投资组合')))).toEqual(['pages: 投资组合']);
});

it.each([
  ['capitals and accents', 'zoella', 'Zoëlla'],
  ['a missing ё', 'счет', 'Счёт'],
  ['Arabic letters on the keyboard', 'كيف پول', 'کیف پول'],
  ['a joiner that nobody types', 'تراکنشها', 'تراکنش\u200cها'],
])('takes %s for the same', (_, query, title) => {
  expect(found(query, groupOf('pages', entryOf(title)))).toEqual([`pages: ${title}`]);
});

it.each(['1234.5', '1,234.5', '1,234.50', '1 234,5', '۱۲۳۴٫۵', '۱٬۲۳۴٫۵', '-1234.5'])(
  'finds an amount that is typed as %s',
  (query) => {
    const activity = groupOf(
      'activity',
      entryOf('Sent', ['1234.50000000', '1234.5']),
      entryOf('Received', ['1.5']),
    );
    expect(found(query, activity)).toEqual(['activity: Sent']);
  },
);

it('shows five of a kind at most', () => {
  const many = Array.from({ length: 8 }, (_, place) => entryOf(`Asset ${place}`));
  expect(findEntries([groupOf('coins', ...many)], 'asset')[0]?.entries).toHaveLength(5);
});

it('goes through a thousand contacts and a hundred transactions well within a key press', () => {
  const contacts = Array.from({ length: 1000 }, (_, place) => entryOf(`Person ${place}`, [`mrcy1${place}`]));
  const activity = Array.from({ length: 100 }, (_, place) =>
    entryOf('Sent', [`${place}.00`, `reference-${place}`]),
  );
  const groups = [groupOf('people', ...contacts), groupOf('activity', ...activity)];
  findEntries(groups, 'p');
  const beganMs = performance.now();
  for (const query of ['pe', 'per', 'person', 'person 77']) findEntries(groups, query);
  expect((performance.now() - beganMs) / 4).toBeLessThan(100);
});
