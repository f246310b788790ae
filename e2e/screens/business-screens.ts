import { dialog, openPerson, page } from './console-screen.ts';
import { dialogOf, goTo, press, type Screen, type Visit } from './screen.ts';

/** As the server would say it, once the market had moved. */
async function showJumpedPrice({ page: shown }: Visit): Promise<void> {
  await shown.route('**/console/api/trading', async (route) => {
    const response = await route.fetch();
    const reply: { prices: { currency: string }[] } = await response.json();
    const jumped = { state: 'jumped', jumpedTo: { usd: '3100.5', since: new Date().toISOString() } };
    const prices = reply.prices.map((each) => (each.currency === 'ETH' ? { ...each, ...jumped } : each));
    await route.fulfill({ response, json: { ...reply, prices } });
  });
  await goTo(shown, '/console/trading');
}

async function openHistory({ page: shown, texts: { c } }: Visit): Promise<void> {
  const title = c('settings.historyOf', { name: c('settings.names.PAYOUT_APPROVAL_ABOVE') });
  await press(shown, title);
  await dialogOf(shown, title).getByTestId('setting-change').first().waitFor();
}

/** What owners and treasurers decide for all: trading, settings, levels; and what they read of it. */
export const businessScreens: readonly Screen[] = [
  page('trading', '/console/trading'),
  dialog('halt', '/console/trading', async ({ page: shown, texts: { c } }) => {
    await press(shown, c('trading.haltAll'));
    await press(dialogOf(shown, c('trading.acts.haltAllTitle')), c('trading.halt'));
  }),
  dialog('state of a market', '/console/trading', async ({ page: shown, texts: { c } }) => {
    await press(shown, c('trading.changeStateOf', { market: 'BTC-USD' }));
    await press(dialogOf(shown, c('trading.stateTitle', { market: 'BTC-USD' })), c('trading.change'));
  }),
  dialog('outside trade', '/console/trading', async ({ page: shown, texts: { c } }) => {
    await press(shown, c('trading.book'));
    await press(dialogOf(shown, c('trading.bookTitle')), c('trading.propose'));
  }),
  { name: 'console, trading, jumped price', isAlone: true, open: showJumpedPrice },
  {
    name: 'console, trust a price',
    isDialog: true,
    isAlone: true,
    open: async (visit) => {
      const {
        page: shown,
        texts: { c },
      } = visit;
      await showJumpedPrice(visit);
      await press(shown, c('trading.trustOf', { currency: 'ETH' }));
      await dialogOf(shown, c('trading.acts.trustTitle', { currency: 'ETH' })).waitFor();
    },
  },
  page('levels', '/console/levels'),
  {
    name: 'console, levels, none',
    isAlone: true,
    open: async ({ page: shown }) => {
      await shown.route('**/console/api/levels', (route) =>
        route.fulfill({ json: { success: true, levels: [] } }),
      );
      await goTo(shown, '/console/levels');
    },
  },
  dialog('new level', '/console/levels', async ({ page: shown, texts: { c } }) => {
    await press(shown, c('levels.define'));
    await press(dialogOf(shown, c('levels.define')), c('levels.propose'));
  }),
  dialog('removal of a level', '/console/levels', async ({ page: shown, texts: { c } }) => {
    await press(shown, c('levels.removeOf', { name: '\u2068Basic\u2069' }));
    await press(dialogOf(shown, c('levels.removeTitle')), c('levels.propose'));
  }),
  {
    name: 'console, level of a person',
    isDialog: true,
    open: async (visit) => {
      const { page: shown, texts } = visit;
      await openPerson(visit);
      await press(shown, texts.c('people.giveLevel'));
      await press(dialogOf(shown, texts.c('people.giveLevel')), texts.c('people.giveLevel'));
    },
  },
  page('report', '/console/reports?report=payments'),
  page('report, moment', '/console/reports?report=liabilities'),
  page('report, none', '/console/reports?report=trades&from=2025-01-01&until=2025-01-02'),
  page('report, too long', '/console/reports?report=fees&from=2024-01-01&until=2026-01-01'),
  page('settings', '/console/settings'),
  dialog('fee', '/console/settings', async ({ page: shown, texts: { c } }) => {
    const name = c('settings.names.TRADE_FEE_BPS');
    await press(shown, c('settings.changeOf', { name }));
    await press(dialogOf(shown, name), c('settings.propose'));
  }),
  dialog('links', '/console/settings', async ({ page: shown, texts: { c } }) => {
    await press(shown, c('settings.changeOf', { name: c('settings.names.SOCIAL_LINKS') }));
    const links = dialogOf(shown, c('settings.names.SOCIAL_LINKS'));
    await press(links, c('settings.addPart'));
    await press(links, c('settings.change'));
  }),
  dialog('history of a setting, empty', '/console/settings', async ({ page: shown, texts: { c } }) => {
    const title = c('settings.historyOf', { name: c('settings.names.TRADE_FEE_BPS') });
    await press(shown, title);
    await dialogOf(shown, title).getByText(c('settings.historyEmpty')).waitFor();
  }),
  dialog('history of a setting', '/console/settings', openHistory),
  dialog('undo of a setting', '/console/settings', async (visit) => {
    const { page: shown, texts } = visit;
    await openHistory(visit);
    await press(shown, texts.c('settings.proposeUndo'));
    await press(dialogOf(shown, texts.c('settings.undoTitle')), texts.c('settings.proposeUndo'));
  }),
  dialog('currency', '/console/settings', async ({ page: shown, texts: { c } }) => {
    await press(shown, c('settings.changeOf', { name: 'BTC' }));
    await press(dialogOf(shown, 'BTC'), c('settings.propose'));
  }),
];
