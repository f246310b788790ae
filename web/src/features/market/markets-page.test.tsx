import { type Locale, locales } from '@mercury/contract/locales.ts';
import { listAssetPrices, listMarketCoins, type MarketCoin } from '@mercury/contract/api/market.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { button } from '../../test/fields.ts';
import { listener } from '../../test/listener.ts';
import { coinOf, serveMarkets } from '../../test/market-samples.ts';
import { currentPath, renderApp } from '../../test/render-app.tsx';
import { server } from '../../test/stand-in-server.ts';
import type { WatchedCoins } from './market-list.tsx';
import { MarketsPage } from './markets-page.tsx';

const bitcoin = coinOf({
  id: 'bitcoin',
  name: 'Bitcoin',
  symbol: 'BTC',
  currentPrice: '60000',
  change24h: '-2.345',
  week: ['50000', '60000'],
  statistics: { marketValue: '1200000000000.00', volume24h: '30000000000.00' },
});
const ethereum = coinOf({
  id: 'ethereum',
  name: 'Ethereum',
  symbol: 'ETH',
  currentPrice: '3000',
  change24h: '0.4',
  week: ['3300', '3000'],
  statistics: { marketValue: '360000000000.00' },
});
const pepper = coinOf({ change24h: null, week: [] });
const toncoin = coinOf({
  id: 'the-open-network',
  name: 'Toncoin',
  symbol: 'TON',
  currentPrice: '5',
  change24h: '9',
});

const rows = () => page.getByTestId('market-row');
const shownIds = () =>
  rows()
    .elements()
    .map((row) => row.getAttribute('data-coin'));
const head = (name: string) => page.getByRole('columnheader', { name });
const press = (name: string) => head(name).getByRole('button').click();
const part = (name: string) => page.getByRole('link', { name, exact: true });
const search = () => page.getByRole('searchbox', { name: 'Search coins' });

interface Visit {
  at?: string;
  coins?: MarketCoin[];
  others?: MarketCoin[];
  watched?: WatchedCoins | undefined;
  locale?: Locale;
  /** Given for a visitor. */
  inviteTo?: (path: string) => void;
}

async function open(visit: Visit = {}) {
  const { at = '/markets', coins = [bitcoin, ethereum, pepper], watched, locale = 'en', inviteTo } = visit;
  const { others = [bitcoin, ethereum, toncoin] } = visit;
  serveMarkets({ coins, others });
  const onSignUp = listener();
  await renderApp(
    <MarketsPage
      watched={watched}
      renderStar={({ id, name }) => <i title={`${id} ${name}`} />}
      onSignUp={onSignUp}
      inviteTo={inviteTo}
    />,
    { at, locale },
  );
  return onSignUp;
}

const watchedOf = (...ids: string[]): WatchedCoins => ({
  data: ids,
  error: null,
  isFetching: false,
  refetch: () => undefined,
});

describe('the list', () => {
  it('has the market’s coins once, in its order by value, then all else that can be held here', async () => {
    await open();
    await expect.poll(shownIds).toEqual(['bitcoin', 'ethereum', 'pepper', 'the-open-network', coinCode]);
    await expect.element(head('Market cap')).toHaveAttribute('aria-sort', 'descending');
    await expect.element(rows().nth(0)).toMatchTextContent(/Bitcoin BTC.*\$60,000\.00.*\$1\.2T.*\$30B/);
    await expect.element(rows().nth(4)).toMatchTextContent(/Mercury MRCY.*\$0\.50.*Fixed price/);
  });

  it('says of which time a change is, and of a line its own, whichever way the day went', async () => {
    await open();
    await expect.element(rows().nth(0)).toMatchTextContent(/−2\.35%.*7d.*\+20\.00%/);
    await expect.element(rows().nth(1)).toMatchTextContent(/\+0\.40%.*7d.*−9\.09%/);
    const tones = rows()
      .elements()
      .slice(0, 2)
      .map((row) => row.querySelector('[data-tone]')?.getAttribute('data-tone'));
    expect(tones).toEqual(['up', 'down']);
    await expect.element(rows().nth(2)).toMatchTextContent(/Change unknown/);
    expect(rows().nth(2).getByText('7d').query()).toBeNull();
  });

  it('leads to each coin’s page, and to its trade where it can be traded here', async () => {
    await open();
    const link = (name: string) => page.getByRole('link', { name, exact: true });
    await expect.element(link('Bitcoin BTC')).toHaveAttribute('href', '/market/bitcoin');
    await expect.element(link('Mercury MRCY')).toHaveAttribute('href', '/market/MRCY');
    await expect.element(link('Buy BTC')).toHaveAttribute('href', '/dashboard/trade?type=BUY&to=BTC');
    expect(rows().nth(2).getByText('Tradable here').query()).toBeNull();
    expect(page.getByRole('link', { name: /^Buy / }).elements()).toHaveLength(4);
  });

  it('of a visitor leads from a trade to the sign-up, and remembers the trade', async () => {
    const inviteTo = listener();
    await open({ inviteTo });
    await button('Buy BTC').click();
    expect(inviteTo).toHaveBeenCalledExactlyOnceWith('/dashboard/trade?type=BUY&to=BTC');
    expect(page.getByRole('link', { name: /^Buy / }).query()).toBeNull();
  });

  it('gives every row its star', async () => {
    await open();
    await expect.element(rows().nth(0).getByTitle('bitcoin Bitcoin')).toBeInTheDocument();
    await expect.element(rows().nth(4).getByTitle('MRCY Mercury')).toBeInTheDocument();
  });
});

describe('the order', () => {
  it('is that of the column that is pressed, and the other way around at the next press', async () => {
    await open();
    await press('Price');
    await expect.poll(shownIds).toEqual(['bitcoin', 'ethereum', 'the-open-network', coinCode, 'pepper']);
    await expect.element(head('Price')).toHaveAttribute('aria-sort', 'descending');
    expect(head('Market cap').element().hasAttribute('aria-sort')).toBe(false);
    await press('Price');
    await expect.poll(shownIds).toEqual(['pepper', coinCode, 'the-open-network', 'ethereum', 'bitcoin']);
    await expect.element(head('Price')).toHaveAttribute('aria-sort', 'ascending');
    await expect.poll(currentPath).toBe('/markets?sort=price-asc');
  });

  it('begins with A for names, and has what is unknown last both ways', async () => {
    await open();
    await press('Name');
    await expect.poll(shownIds).toEqual(['bitcoin', 'ethereum', coinCode, 'pepper', 'the-open-network']);
    await press('24 hours');
    await expect.poll(shownIds).toEqual(['the-open-network', 'ethereum', 'bitcoin', 'pepper', coinCode]);
    await press('24 hours');
    await expect.poll(shownIds).toEqual(['bitcoin', 'ethereum', 'the-open-network', 'pepper', coinCode]);
    await press('7 days');
    await expect.poll(shownIds).toEqual(['the-open-network', 'bitcoin', 'ethereum', 'pepper', coinCode]);
  });
});

describe('the search', () => {
  it('finds a coin by a part of its name or by its symbol, and keeps that in the address', async () => {
    await open();
    await search().fill('coin');
    await expect.poll(shownIds).toEqual(['bitcoin', 'the-open-network']);
    await search().fill(' eth ');
    await expect.poll(shownIds).toEqual(['ethereum']);
    await expect.element(page.getByText('1 coin', { exact: true })).toBeInTheDocument();
    await expect.poll(currentPath).toBe('/markets?search=+eth+');
  });

  it('that finds nothing says so, and is cleared at a press', async () => {
    await open();
    await search().fill('zzz');
    await expect.element(page.getByText('No coin found')).toBeVisible();
    await button('Clear search').click();
    await expect.poll(() => shownIds().length).toBe(5);
    await expect.element(search()).toHaveValue('');
    await expect.poll(currentPath).toBe('/markets');
  });
});

describe('a part of the list', () => {
  it('has who gained or lost, the most first, and what can be traded here', async () => {
    await open();
    await part('Gainers').click();
    await expect.poll(shownIds).toEqual(['the-open-network', 'ethereum']);
    await part('Losers').click();
    await expect.poll(shownIds).toEqual(['bitcoin']);
    await part('Tradable').click();
    await expect.poll(shownIds).toEqual(['bitcoin', 'ethereum', 'the-open-network', coinCode]);
    await expect.poll(currentPath).toBe('/markets?show=tradable');
    await expect.element(part('Tradable')).toHaveAttribute('aria-current', 'true');
  });

  it('comes with its order and its search from the address', async () => {
    await open({ at: '/markets?show=tradable&sort=name-desc&search=o' });
    await expect.poll(shownIds).toEqual(['the-open-network', 'bitcoin']);
    await expect.element(search()).toHaveValue('o');
    await expect.element(head('Name')).toHaveAttribute('aria-sort', 'descending');
  });

  it.each(['?show=none&sort=price', '?sort=price-up', '?sort=fame-asc'])(
    'is the whole where the address says what is not there: %s',
    async (query) => {
      await open({ at: `/markets${query}` });
      await expect.poll(shownIds).toEqual(['bitcoin', 'ethereum', 'pepper', 'the-open-network', coinCode]);
    },
  );

  it('in which there is nothing says so', async () => {
    await open({ at: '/markets?show=losers', coins: [ethereum, pepper], others: [] });
    await expect.element(page.getByText('No losers today')).toBeVisible();
    expect(shownIds()).toEqual([]);
  });
});

describe('the watchlist', () => {
  const at = '/markets?show=watchlist';

  it('has the coins in the order in which they were added, also one that nobody prices any more', async () => {
    await open({ at, watched: watchedOf('ethereum', 'gone-coin', 'MRCY', 'bitcoin') });
    await expect.poll(shownIds).toEqual(['ethereum', 'gone-coin', 'MRCY', 'bitcoin']);
    await expect.element(rows().nth(1)).toMatchTextContent('Not listed right now');
    expect(rows().nth(1).getByRole('link').query()).toBeNull();
    await expect.element(rows().nth(1).getByTitle('gone-coin gone-coin')).toBeInTheDocument();
  });

  it('of a visitor is an invitation', async () => {
    const onSignUp = await open({ at });
    await expect.element(page.getByText('Keep an eye on your coins')).toBeVisible();
    await button('Create an account').click();
    expect(onSignUp).toHaveBeenCalledOnce();
  });

  it('that is empty says how to add a coin', async () => {
    await open({ at, watched: watchedOf() });
    await expect.element(page.getByText('Your watchlist is empty')).toBeVisible();
  });

  it('that is on its way or lost says so, and is asked for again', async () => {
    const refetch = listener();
    const none = { data: undefined, isFetching: false, refetch };
    await open({ at, watched: { ...none, error: null } });
    await expect.element(page.getByText('Loading your watchlist')).toBeInTheDocument();
    await open({ at, watched: { ...none, error: new Error('lost') } });
    await button('Try again').last().click();
    expect(refetch).toHaveBeenCalledOnce();
  });
});

describe('prices that do not come', () => {
  it('are told, and come with the next try', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    serveMarkets({ coins: [bitcoin] });
    server.loseAnswer(listMarketCoins);
    await renderApp(
      <MarketsPage watched={undefined} renderStar={() => null} onSignUp={listener()} inviteTo={undefined} />,
    );
    await expect.element(page.getByRole('alert')).toMatchTextContent(/Failed to load market prices/);
    serveMarkets({ coins: [bitcoin] });
    await button('Try again').click();
    await expect.poll(shownIds).toEqual(['bitcoin', coinCode]);
  });

  it('of the coins of this installation leave the market’s own as they are', async () => {
    serveMarkets({ coins: [bitcoin] });
    server.refuse(listAssetPrices, 'RateLimitExceeded');
    await renderApp(
      <MarketsPage watched={undefined} renderStar={() => null} onSignUp={listener()} inviteTo={undefined} />,
    );
    await expect.poll(shownIds).toEqual(['bitcoin', coinCode]);
  });
});

it.each(locales)('all columns fit a tablet in %s', async (locale) => {
  await page.viewport(768, 900);
  await open({ locale });
  await expect.element(rows().first()).toBeVisible();
  const table = page.getByRole('table').element();
  expect(table.scrollWidth).toBeLessThanOrEqual(table.parentElement?.clientWidth ?? 0);
});
