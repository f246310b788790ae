import type { User } from '@mercury/contract/api/users.ts';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../paths.ts';
import { button } from '../../test/fields.ts';
import { listener } from '../../test/listener.ts';
import { renderApp } from '../../test/render-app.tsx';
import { sara } from '../../test/samples.ts';
import { Header } from './header.tsx';
import { TabBar } from './tab-bar.tsx';
// Fetched when they are first opened: here before the test, whose patience is not for that.
import './header-menus.tsx';
import './mobile-menu.tsx';

const places = ['Home', 'Markets', 'Trade', 'Portfolio', 'Activity'];
const [wide, medium, phone] = [1280, 768, 360];

interface RenderHeaderOptions {
  at?: string;
  width?: number;
  user?: User | null;
  isLoading?: boolean;
}

async function renderHeader(options: RenderHeaderOptions = {}) {
  const { at = '/', width = wide, user = sara, isLoading = false } = options;
  await page.viewport(width, 740);
  const search = { open: listener(), preload: listener() };
  await renderApp(
    <>
      <Header
        user={user}
        isLoading={isLoading}
        onSignIn={listener()}
        onSignUp={listener()}
        onSignOut={listener()}
        isFixed
        bell={null}
        search={search}
      />
      {user && <TabBar />}
    </>,
    { at },
  );
  return search;
}

const main = () => page.getByRole('navigation', { name: 'Main' });
const namesOf = (links: Iterable<Element>) => Array.from(links, ({ textContent }) => textContent);

/** What is marked as the place that the person is at. */
const currentPlaces = () => namesOf(main().element().querySelectorAll('[aria-current]'));

it.each([
  ['links of the header', wide],
  ['links of the header', medium],
  ['tabs at the lower edge', phone],
])('the five places are %s at %i px, and one list of them at a time', async (_, width) => {
  await renderHeader({ width });
  expect(main().elements()).toHaveLength(1);
  expect(namesOf(main().getByRole('link').elements())).toEqual(places);
  const isInHeader = main().element().closest('header') !== null;
  expect(isInHeader).toBe(width !== phone);
});

it.each([
  [paths.dashboard, ['Home']],
  [paths.withdrawalAddresses, ['Home']],
  [paths.markets, ['Markets']],
  ['/market/bitcoin', ['Markets']],
  [`${paths.trade}?from=USD`, ['Trade']],
  [paths.portfolio, ['Portfolio']],
  [`${paths.transactions}?type=TRANSFER`, ['Activity']],
  [paths.statement, ['Activity']],
  [paths.profile, []],
])('at %s the header and the tabs mark the same place', async (at, expected) => {
  await renderHeader({ at });
  expect(currentPlaces()).toEqual(expected);
  await page.viewport(phone, 740);
  expect(currentPlaces()).toEqual(expected);
});

it.each([
  [paths.profile, 'true'],
  [`${paths.profile}#security`, 'true'],
  [paths.dashboard, null],
])('at %s the button of the menu with the profile has the mark %s', async (at, mark) => {
  await renderHeader({ at });
  expect(button('Account menu').element().getAttribute('aria-current')).toBe(mark);
  await page.viewport(phone, 740);
  expect(button('Menu').element().getAttribute('aria-current')).toBe(mark);
});

it('the tabs stay at the lower edge, each wide enough for a thumb', async () => {
  await renderHeader({ width: 320 });
  const bar = main().element().getBoundingClientRect();
  expect([bar.bottom, bar.width]).toEqual([window.innerHeight, 320]);
  for (const tab of main().getByRole('link').elements()) {
    const { width, height } = tab.getBoundingClientRect();
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
});

it.each(['en', 'fa', 'ru', 'zh'] as const)(
  'the tabs’ names fit the narrowest screen in %s',
  async (locale) => {
    await page.viewport(320, 740);
    await renderApp(<TabBar />, { locale });
    for (const label of page.getByRole('navigation').element().querySelectorAll('span')) {
      expect([label.textContent, label.scrollWidth <= label.clientWidth]).toEqual([label.textContent, true]);
    }
  },
);

it('a visitor’s header has the markets, the sign-in and the registration', async () => {
  await renderHeader({ user: null });
  expect(namesOf(main().getByRole('link').elements())).toEqual(['Markets']);
  await expect.element(button('Sign in')).toBeVisible();
  await expect.element(button('Sign up')).toBeVisible();
});

it.each([
  ['/', 'Sign up'],
  [paths.register, 'Sign in'],
])('on a phone a visitor’s header at %s offers: %s', async (at, offered) => {
  await renderHeader({ user: null, width: phone, at });
  const names = ['Sign in', 'Sign up'].filter((name) => button(name).elements().length > 0);
  expect(names).toEqual([offered]);
});

it('nobody’s places can be reached while it is unknown who is here', async () => {
  await renderHeader({ user: null, isLoading: true });
  expect(main().getByRole('link').elements()).toHaveLength(0);
  expect(button('Sign in').elements()).toHaveLength(0);
});

it('the first stop of the Tab key skips the header', async () => {
  await renderHeader();
  await userEvent.tab();
  await expect.element(page.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
});

it('the search has a button, which says its keys and loads it before the press', async () => {
  const { open, preload } = await renderHeader();
  const search = button('Search');
  const keys = expect.stringMatching(/^(Control|Meta)\+K$/);
  await expect.element(search).toHaveAttribute('aria-keyshortcuts', keys);
  await search.hover();
  expect(preload).toHaveBeenCalled();
  expect(open).not.toHaveBeenCalled();
  await search.click();
  expect(open).toHaveBeenCalledOnce();
});

it('the menu of the account is a group of entries under the person’s name, and marks the page', async () => {
  await renderHeader({ at: paths.profile });
  await button('Account menu').click();
  const group = page.getByRole('group', { name: 'Sara sara@example.com' });
  await expect.element(group).toBeVisible();
  expect(namesOf(group.getByRole('menuitem').elements())).toEqual([
    'Dashboard',
    'Profile',
    'Help',
    'Sign out',
  ]);
  await expect
    .element(page.getByRole('menuitem', { name: 'Profile' }))
    .toHaveAttribute('aria-current', 'page');
  // Whatever else stood in a menu would not be read.
  const menu = page.getByRole('menu').element();
  expect([...menu.children].map((child) => child.getAttribute('role'))).toEqual(['group']);
});

it('the company’s menu leads to help, fees and the state of the service too', async () => {
  await renderHeader({ user: null });
  await button('Company').click();
  await expect.element(page.getByRole('menuitem', { name: 'About us' })).toBeVisible();
  const entries = page.getByRole('menuitem').elements();
  expect(entries.map((entry) => [entry.textContent, entry.getAttribute('href')])).toEqual([
    ['About us', paths.about],
    ['Contact', paths.contact],
    ['Help', paths.help],
    ['Fees', paths.fees],
    ['Status', paths.status],
  ]);
});

it('between a phone and a wide screen one menu has what the header has no room for', async () => {
  await renderHeader({ width: medium });
  expect(button('Account menu').elements()).toHaveLength(0);
  await button('Menu').click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  for (const name of ['Dashboard', 'Profile', 'About us', 'Contact', 'Help', 'Fees', 'Status']) {
    await expect.element(menu.getByRole('link', { name })).toBeVisible();
  }
  await expect.element(menu.getByRole('button', { name: 'Sign out' })).toBeVisible();
});

it('a visitor’s menu on a phone has the search and the markets', async () => {
  const { open } = await renderHeader({ user: null, width: 320 });
  await button('Menu').click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect.element(menu.getByRole('link', { name: 'Markets' })).toHaveAttribute('href', paths.markets);
  await menu.getByRole('button', { name: 'Search' }).click();
  expect(open).toHaveBeenCalledOnce();
});
