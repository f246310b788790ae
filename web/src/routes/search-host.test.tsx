import { logoutByHash } from '@mercury/contract/api/auth.ts';
import { listContacts } from '@mercury/contract/api/contacts.ts';
import { listMarketCoins } from '@mercury/contract/api/market.ts';
import { listMarkets } from '@mercury/contract/api/markets.ts';
import { listTransactions } from '@mercury/contract/api/transactions.ts';
import type { User } from '@mercury/contract/api/users.ts';
import type { Locale } from '@mercury/contract/locales.ts';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Suspense, use } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { session } from '../api/session.ts';
import { useDialogEntry } from '../domain/dialog-entry.ts';
import { Modal } from '../ui/modal.tsx';
import { button } from '../test/fields.ts';
import { expectPath, onBrowserHistory } from '../test/browser-history.ts';
import { marketOf } from '../test/order-book-samples.ts';
import { currentPath, currentState, renderApp } from '../test/render-app.tsx';
import { addressOf, configOf, idOf, sara, success, transactionOf } from '../test/samples.ts';
import { serveAccount } from '../test/serve-account.ts';
import { server } from '../test/stand-in-server.ts';
import { expectListenersRemoved } from '../test/window-listeners.ts';
import { SearchHost, useSearch } from './search-host.tsx';
// Fetched when they are first opened: here before the test, whose patience is not for that.
import './person-search.tsx';
import './visitor-search.tsx';

function Site({ user, hasDialog = false }: { user: User | null; hasDialog?: boolean }) {
  const search = useSearch(user !== null);
  // As the pages do: what stays on the page after the search has gone follows the address too.
  useDialogEntry();
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
      <input aria-label="Note" />
      <SearchHost search={search} user={user} />
      <Modal isOpen={hasDialog} onClose={() => undefined} title="Unfinished" dismissal="none">
        <input aria-label="Inside" />
      </Modal>
    </>
  );
}

const mina = {
  id: idOf(7),
  name: 'Mina',
  walletAddress: addressOf(7),
  isFavorite: false,
  email: 'm@example.com',
};
const sent = transactionOf({ id: idOf(501), counterparty: mina.walletAddress, amount: '12.34000000' });
const toStranger = transactionOf({ id: idOf(502), counterparty: addressOf(9), note: 'for the boat' });

async function renderSite(at: string, user: User | null = sara, locale: Locale = 'en') {
  serveAccount({ contacts: [mina] });
  const transactions = [sent, toStranger];
  server.reply(listTransactions, { success: true, transactions, total: 2, nextCursor: null });
  await renderApp(<Site user={user} />, { at, locale, ...(user && { as: user }) });
}

const field = () => page.getByRole('combobox');
const option = (name: RegExp | string) => page.getByRole('option', { name });
const isMac = /^(Mac|iP)/.test(navigator.platform);
const pressKeys = () => userEvent.keyboard(isMac ? '{Meta>}k{/Meta}' : '{Control>}k{/Control}');

async function openSearch() {
  await pressKeys();
  await expect.element(field()).toHaveFocus();
}

async function choose(query: string, name: RegExp | string) {
  await openSearch();
  await field().fill(query);
  await option(name).click();
  await expect.element(field()).not.toBeInTheDocument();
}

describe('the keys', () => {
  it('open the search from a field of the page, and close it', async () => {
    await renderSite('/dashboard');
    await page.getByRole('textbox', { name: 'Note' }).click();
    await openSearch();
    await pressKeys();
    await expect.element(field()).not.toBeInTheDocument();
    // The search goes at once, its entry of the history when the router has gone back.
    await expect.poll(() => [currentPath(), currentState()]).toEqual(['/dashboard', null]);
  });

  it('do nothing above a dialog, where the focus stays', async () => {
    serveAccount();
    await renderApp(<Site user={sara} hasDialog />, { at: '/dashboard', as: sara });
    const inside = page.getByRole('textbox', { name: 'Inside' });
    await expect.element(inside).toHaveFocus();
    const press = new KeyboardEvent('keydown', {
      key: 'k',
      code: 'KeyK',
      ctrlKey: !isMac,
      metaKey: isMac,
      bubbles: true,
      cancelable: true,
    });
    inside.element().dispatchEvent(press);
    expect(press.defaultPrevented).toBe(false);
    expect(field().elements()).toHaveLength(0);
    await expect.element(inside).toHaveFocus();
  });

  it('leave no listener behind', () => expectListenersRemoved(<Site user={null} />, ['keydown']));
});

describe('the history', () => {
  it('has an entry of its own for the search: Back closes it on the same page', async () => {
    await renderSite('/dashboard/trade?type=BUY');
    await openSearch();
    await expect.poll(currentState).toEqual({ isSearch: true });
    document.querySelector<HTMLButtonElement>('button')?.click();
    await expect.element(field()).not.toBeInTheDocument();
    expect([currentPath(), currentState()]).toEqual(['/dashboard/trade?type=BUY', null]);
  });

  it('leads back from a chosen page to the page under the search', async () => {
    await renderSite('/dashboard');
    await choose('portfolio', 'Portfolio');
    await expect.poll(currentPath).toBe('/dashboard/portfolio');
    await button('Back').click();
    await expect.poll(currentPath).toBe('/dashboard');
    expect(field().elements()).toHaveLength(0);
  });

  it('opens the search again after a reload', async () => {
    serveAccount();
    await renderApp(<Site user={sara} />, {
      at: { pathname: '/dashboard', state: { isSearch: true } },
      as: sara,
    });
    await expect.element(field()).toHaveFocus();
  });
});

describe('while a page is on its way', () => {
  onBrowserHistory('/dashboard');

  /** A site on its way to the portfolio, which is there once it is let. */
  async function setOut(): Promise<() => void> {
    const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
    function SlowPage() {
      if (useLocation().pathname === '/dashboard/portfolio') use(loaded);
      return null;
    }
    function SlowSite() {
      return (
        <>
          <Site user={sara} />
          <Link to="/dashboard/portfolio">Portfolio</Link>
          <Suspense>
            <SlowPage />
          </Suspense>
        </>
      );
    }
    serveAccount();
    await renderApp(<SlowSite />, { isInBrowser: true, as: sara });
    await page.getByRole('link', { name: 'Portfolio' }).click();
    await expect.poll(currentPath).toBe('/dashboard');
    await openSearch();
    return load;
  }

  it('the search opens above that page, though the one before is still shown', async () => {
    const load = await setOut();
    load();
    await expect.poll(currentPath).toBe('/dashboard/portfolio');
    await expect.element(field()).toBeVisible();
    await pressKeys();
    await expect.element(field()).not.toBeInTheDocument();
    await expect.poll(currentState).toBeNull();
    await expectPath('/dashboard/portfolio');
  });

  it('what is chosen is done, though the search’s own entry was never shown', async () => {
    server.reply(logoutByHash, success());
    await setOut();
    await field().fill('sign out');
    await expect.element(option('Sign out')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => session.read().end).toBe('signedOut');
    await expect.poll(() => server.callCount(logoutByHash)).toBe(1);
    await expectPath('/');
  });
});

describe('a signed-in person', () => {
  it.each([
    ['a coin by its symbol', 'btc', /^Bitcoin/, '/market/bitcoin'],
    ['an asset that the market does not list', 'mrcy', /^Mercury/, '/market/MRCY'],
    ['a transaction by its amount', '12.34', /^Sent/, `/dashboard/transactions?transaction=${idOf(501)}`],
    ['one by its id', idOf(501), /^Sent/, `/dashboard/transactions?transaction=${idOf(501)}`],
    ['one by its note', 'boat', /^Sent/, `/dashboard/transactions?transaction=${idOf(502)}`],
    ['a page', 'statement', 'Account statement', '/dashboard/statement'],
    ['a part of a page', 'passkeys', /^Passkeys/, '/profile'],
    ['a part by the name of its group', 'limits', /^Transfers to new recipients/, '/profile'],
    ['a purchase', 'buy eth', /^Buy ETH/, '/dashboard/trade?type=BUY&to=ETH'],
  ])('finds %s', async (_, query, name, path) => {
    await renderSite('/dashboard');
    await choose(query, name);
    await expect.poll(currentPath).toBe(path);
  });

  it.each([
    ['Add money', '?dialog=add-money'],
    ['Send', '?dialog=send'],
    ['Request money', '?dialog=request'],
    ['Top up', '?dialog=top-up'],
    ['Deposit', '?dialog=deposit'],
    ['Withdraw', '?dialog=withdraw'],
    ['Transfer', '?dialog=transfer'],
  ])('finds %s, which opens above the page', async (name, search) => {
    await renderSite('/dashboard/portfolio');
    await openSearch();
    await field().fill(name);
    await page.getByRole('option', { name, exact: true }).click();
    await expect.poll(currentPath).toBe(`/dashboard/portfolio${search}`);
    // Leaving the dialog leads to the page, not to the search.
    await button('Back').click();
    await expect.poll(currentPath).toBe('/dashboard/portfolio');
    await expect.poll(currentState).toBeNull();
  });

  it.each(['mina', 'm@example'])(
    'begins a transfer to a contact, found by %s, from a public page above Home',
    async (typed) => {
      await renderSite('/about');
      await choose(typed, /^Mina/);
      await expect.poll(currentPath).toBe(`/dashboard?dialog=transfer&dialog-to=${mina.walletAddress}`);
    },
  );

  it.each([
    ['an address', addressOf(12)],
    ['a username', '@omid'],
  ])('begins a transfer to %s that is typed in full', async (_, to) => {
    await renderSite('/about');
    await choose(to, /^Send to/);
    await expect.poll(currentPath).toBe(`/dashboard?dialog=transfer&dialog-to=${encodeURIComponent(to)}`);
  });

  it.each([
    ['вывод', 'Вывести'],
    ['перевод', 'Перевести'],
    ['пополнение', 'Пополнить'],
    ['зачисление', 'Получить на адрес'],
  ])('finds an action by the noun as well: %s', async (query, title) => {
    await renderSite('/dashboard', sara, 'ru');
    await openSearch();
    await field().fill(query);
    await expect.element(option(title)).toBeVisible();
  });

  it('finds whom they paid lately without a name, and does not keep that', async () => {
    await renderSite('/about');
    await openSearch();
    await field().fill(addressOf(9));
    await expect
      .poll(() => page.getByRole('group', { name: 'People' }).getByRole('option').elements().length)
      .toBe(1);
    await page.getByRole('group', { name: 'People' }).getByRole('option').click();
    await expect.poll(currentPath).toContain('dialog=transfer');
    expect(localStorage.getItem('recentSearches')).toBeNull();
  });

  it('is not offered what the operator’s rail can’t do', async () => {
    const { rail, assets } = configOf();
    serveAccount({
      config: {
        rail: { ...rail, canTopUp: false },
        assets: assets.map((asset) => Object.assign({}, asset, { canWithdraw: false })),
      },
    });
    await renderApp(<Site user={sara} />, { at: '/dashboard', as: sara });
    await openSearch();
    await expect.element(option('Deposit')).toBeVisible();
    await expect.element(option('Top up')).not.toBeInTheDocument();
    expect(option('Withdraw').elements()).toHaveLength(0);
  });

  it('changes the language and the appearance, and signs out', async () => {
    server.reply(logoutByHash, success());
    await renderSite('/dashboard');
    await choose('dark', 'Switch to dark theme');
    await expect.poll(() => document.documentElement.dataset['theme']).toBe('dark');
    await choose('theme', 'Switch to light theme');
    await expect.poll(() => document.documentElement.dataset['theme']).toBeUndefined();
    await choose('русский', 'Language: Русский');
    await expect.poll(() => document.documentElement.lang).toBe('ru');
    await pressKeys();
    await page.getByRole('combobox', { name: 'Поиск' }).fill('выйти');
    await page.getByRole('option', { name: 'Выйти' }).click();
    await expect.poll(() => session.read().end).toBe('signedOut');
    await expect.poll(() => server.callCount(logoutByHash)).toBe(1);
  });

  it('is told where a part could not be loaded, and finds the rest', async () => {
    await renderSite('/dashboard');
    server.refuse(listContacts, 'Busy');
    await openSearch();
    await expect.element(page.getByText('Some results could not be loaded.')).toBeVisible();
    await expect.element(option(/^Portfolio/)).toBeVisible();
  });
});

it.each([null, sara])(
  'the order book is found by whoever looks for it: the first that is open',
  async (user) => {
    await renderSite('/', user);
    const markets = [marketOf({ state: 'halted' }), marketOf({ market: 'BTC-USD', base: 'BTC' })];
    server.reply(listMarkets, { success: true, markets });
    await choose('order book', /^Order book/);
    await expect.poll(currentPath).toBe('/trade/BTC-USD');
  },
);

describe('a visitor', () => {
  it('finds coins and pages', async () => {
    await renderSite('/', null);
    await openSearch();
    await expect.poll(() => page.getByRole('group').elements().length).toBe(2);
    await field().fill('ether');
    await option(/^Ethereum/).click();
    await expect.poll(currentPath).toBe('/market/ethereum');
    await choose('privacy', 'Privacy policy');
    await expect.poll(currentPath).toBe('/privacy-policy');
    expect([server.callCount(listContacts), server.callCount(listTransactions)]).toEqual([0, 0]);
  });

  it('is told where the coins could not be loaded', async () => {
    await renderSite('/', null);
    server.refuse(listMarketCoins, 'Busy');
    await openSearch();
    await expect.element(page.getByText('Some results could not be loaded.')).toBeVisible();
  });
});
