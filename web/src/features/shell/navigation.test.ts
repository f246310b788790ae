import { expect, it } from 'vitest';
import { paths } from '../../paths.ts';
import { ariaCurrentOf, isInsideApp, mainPlaces } from './navigation.ts';

/** The places that are marked on a page, each with how. */
function marksOn(pathname: string): Record<string, string> {
  return Object.fromEntries(
    mainPlaces.flatMap(({ to }) => {
      const mark = ariaCurrentOf(to, pathname);
      return mark === undefined ? [] : [[to, mark]];
    }),
  );
}

it.each(mainPlaces.map(({ to }) => to))('marks %s on its own page, and no other place', (path) => {
  expect(marksOn(path)).toEqual({ [path]: 'page' });
  // The router takes these for the same page.
  expect(marksOn(`${path}/`)).toEqual({ [path]: 'page' });
  expect(marksOn(path.toUpperCase())).toEqual({ [path]: 'page' });
});

it.each([
  ['a coin', '/market/bitcoin', paths.markets],
  ['the statement', paths.statement, paths.transactions],
  ['the address book', paths.withdrawalAddresses, paths.dashboard],
])('marks the place that the page of %s is within', (_, path, place) => {
  expect(marksOn(path)).toEqual({ [place]: 'true' });
});

it.each([paths.profile, paths.about, paths.home, '/market', '/market/bitcoin/more', '/dashboard/none'])(
  'marks no place on %s',
  (path) => {
    expect(marksOn(path)).toEqual({});
  },
);

it('counts the own pages to the app, and for whoever is signed in the markets too', () => {
  for (const path of [paths.dashboard, paths.trade, paths.statement, paths.profile, '/dashboard/none']) {
    expect([path, isInsideApp(path, false)]).toEqual([path, true]);
  }
  for (const path of [paths.markets, '/market/bitcoin']) {
    expect([path, isInsideApp(path, true), isInsideApp(path, false)]).toEqual([path, true, false]);
  }
  for (const path of [paths.about, paths.privacy, paths.home, '/profiles', '/dashboards']) {
    expect([path, isInsideApp(path, true)]).toEqual([path, false]);
  }
});
