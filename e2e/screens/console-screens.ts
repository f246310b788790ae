import type { Locator } from '@playwright/test';
import { outliveProof } from '../console-staff.ts';
import { field } from '../people.ts';
import { dialogOf, goTo, press, type Screen, type Visit } from './screen.ts';

function page(name: string, path: string): Screen {
  return { name: `console, ${name}`, open: async (visit) => goTo(visit.page, path) };
}

/** Opened from a page. */
function dialog(name: string, path: string, open: (visit: Visit) => Promise<void>): Screen {
  return {
    name: `console, ${name}`,
    isDialog: true,
    open: async (visit) => {
      await goTo(visit.page, path);
      await open(visit);
    },
  };
}

/** What the first row of a list leads to. */
function first(name: string, path: string, kind: string): Screen {
  return { name: `console, ${name}`, open: async (visit) => openFirst(visit, path, kind) };
}

async function openFirst(visit: Visit, path: string, kind: string): Promise<void> {
  const { page: shown } = visit;
  await goTo(shown, path);
  await row(visit, kind).getByRole('link').first().click();
  await shown.waitForURL((url) => url.pathname !== path.split('?')[0]);
  await settled(shown.getByRole('main'));
}

/** About the person of the visit: other tests have theirs in the same lists. */
function row({ page: shown, person }: Visit, kind: string): Locator {
  return shown.getByTestId(kind).filter({ hasText: person.username }).first();
}

async function settled(main: Locator): Promise<void> {
  await main.getByRole('heading', { level: 1 }).first().waitFor();
  await main.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}

/** The file opens with a reason, once in half an hour. */
async function openPerson({ page: shown, person, texts: { c } }: Visit): Promise<void> {
  await goTo(shown, `/console/people/${person.id}`);
  const main = shown.getByRole('main');
  const file = main.getByRole('heading', { name: c('people.identity') });
  const look = main.getByRole('button', { name: c('people.look') });
  await file.or(look).waitFor();
  if (await look.isVisible()) {
    await main.getByLabel(c('reason.label')).fill('A ticket about a withdrawal');
    await look.click();
  }
  await file.waitFor();
  await settled(main);
}

/** What an owner sees, with something on every desk. */
export const consoleScreens: readonly Screen[] = [
  page('home', '/console'),
  page('approvals', '/console/approvals'),
  dialog('proposal', '/console/approvals', async (visit) => {
    const {
      page: shown,
      texts: { c },
    } = visit;
    await row(visit, 'proposal').getByRole('link').click();
    await dialogOf(shown, c('proposals.one'))
      .getByRole('button', { name: c('proposals.approve') })
      .waitFor();
  }),
  dialog('refusal', '/console/approvals', async (visit) => {
    const {
      page: shown,
      texts: { c },
    } = visit;
    await row(visit, 'proposal').getByRole('link').click();
    await press(dialogOf(shown, c('proposals.one')), c('proposals.refuse'));
    await press(dialogOf(shown, c('proposals.refuseTitle')), c('proposals.refuse'));
  }),
  page('people', '/console/people'),
  {
    name: 'console, people found',
    open: async ({ page: shown, person }) => {
      await goTo(shown, `/console/people?search=${person.username.slice(0, 10)}`);
      await shown.getByTestId('found-person').first().waitFor();
    },
  },
  {
    name: 'console, look at a person',
    open: async ({ page: shown, person, texts: { c } }) => {
      await goTo(shown, `/console/people/${person.id}`);
      await press(shown, c('people.look'));
    },
  },
  { name: 'console, person', open: openPerson },
  dialog('freeze', '/console/people', async (visit) => {
    const { page: shown, texts } = visit;
    await openPerson(visit);
    await press(shown, texts.c('people.acts.freeze.name'));
    await press(dialogOf(shown, texts.c('people.acts.freeze.name')), texts.c('people.acts.freeze.confirm'));
  }),
  page('withdrawals', '/console/withdrawals?state=queued'),
  page('withdrawals, none', '/console/withdrawals?state=expired'),
  first('withdrawal, unclear', '/console/withdrawals?state=unclear', 'withdrawal'),
  {
    name: 'console, release',
    isDialog: true,
    open: async (visit) => {
      const { page: shown, texts } = visit;
      await openFirst(visit, '/console/withdrawals?state=held', 'withdrawal');
      await press(shown, texts.c('withdrawals.release'));
      await dialogOf(shown, texts.c('withdrawals.releaseTitle')).waitFor();
    },
  },
  dialog('settle', '/console/withdrawals?state=unclear', async (visit) => {
    const {
      page: shown,
      texts: { c },
    } = visit;
    await row(visit, 'withdrawal').getByRole('checkbox').check();
    await shown.getByRole('button', { name: c('withdrawals.outcomes.paid') }).click();
    await press(dialogOf(shown, c('withdrawals.titles.paid')), c('withdrawals.outcomes.paid'));
  }),
  page('deposits', '/console/deposits'),
  dialog('assign', '/console/deposits', async ({ page: shown, texts: { c }, person }) => {
    await shown.getByTestId('unassigned').first().getByText(c('deposits.assign'), { exact: true }).click();
    const form = dialogOf(shown, c('deposits.assignTitle'));
    await field(form, c('deposits.owner')).fill(person.email);
    await press(form, c('deposits.search'));
    await form.getByRole('radio').first().waitFor();
  }),
  page('books', '/console/books'),
  {
    name: 'console, account of the books',
    open: async ({ page: shown, person, texts: { c } }) => {
      await goTo(shown, `/console/books?person=${person.username}`);
      await shown.getByTestId('account').filter({ hasText: 'BTC' }).first().getByRole('link').click();
      await shown.getByRole('heading', { name: c('books.account'), level: 1 }).waitFor();
      await shown.getByTestId('entry').first().waitFor();
    },
  },
  {
    name: 'console, transfer of the books',
    open: async ({ page: shown, person, texts: { c } }) => {
      await goTo(shown, `/console/books?person=${person.username}`);
      await shown.getByTestId('account').filter({ hasText: 'BTC' }).first().getByRole('link').click();
      await shown.getByTestId('entry').first().getByRole('link').first().click();
      await shown.getByRole('heading', { name: c('books.transfer'), level: 1 }).waitFor();
      await shown.getByTestId('side').first().waitFor();
    },
  },
  dialog('correction', '/console/books', async ({ page: shown, texts: { c } }) => {
    await press(shown, c('books.correct.title'));
    await press(dialogOf(shown, c('books.correct.title')), c('books.correct.propose'));
  }),
  page('trading', '/console/trading'),
  dialog('outside trade', '/console/trading', async ({ page: shown, texts: { c } }) => {
    await press(shown, c('trading.book'));
    await press(dialogOf(shown, c('trading.bookTitle')), c('trading.propose'));
  }),
  page('levels, none', '/console/levels'),
  dialog('new level', '/console/levels', async ({ page: shown, texts: { c } }) => {
    await press(shown, c('levels.define'));
    await press(dialogOf(shown, c('levels.define')), c('levels.propose'));
  }),
  page('report', '/console/reports?report=payments'),
  page('report, moment', '/console/reports?report=liabilities'),
  page('report, none', '/console/reports?report=trades&from=2025-01-01&until=2025-01-02'),
  page('report, too long', '/console/reports?report=fees&from=2024-01-01&until=2026-01-01'),
  page('messages', '/console/messages'),
  first('message', '/console/messages', 'message'),
  page('announcements', '/console/announcements'),
  dialog('new announcement', '/console/announcements', async ({ page: shown, texts: { c } }) => {
    await press(shown, c('announcements.write'));
    await press(dialogOf(shown, c('announcements.write')), c('announcements.publish'));
  }),
  page('settings', '/console/settings'),
  dialog('links', '/console/settings', async ({ page: shown, texts: { c } }) => {
    await press(shown, c('settings.changeOf', { name: c('settings.names.SOCIAL_LINKS') }));
    const links = dialogOf(shown, c('settings.names.SOCIAL_LINKS'));
    await press(links, c('settings.addPart'));
    await press(links, c('settings.change'));
  }),
  dialog('history of a setting', '/console/settings', async ({ page: shown, texts: { c } }) => {
    const title = c('settings.historyOf', { name: c('settings.names.TRADE_FEE_BPS') });
    await press(shown, title);
    await dialogOf(shown, title).getByText(c('settings.historyEmpty')).waitFor();
  }),
  page('staff', '/console/staff'),
  dialog('invitation', '/console/staff', async ({ page: shown, texts: { c } }) => {
    await press(shown, c('staff.invite'));
    await press(dialogOf(shown, c('staff.inviteTitle')), c('staff.invite'));
  }),
  dialog('role', '/console/staff', async ({ page: shown, texts: { c } }) => {
    await press(shown, c('roleList.make'));
    await press(dialogOf(shown, c('roleList.make')), c('roleList.propose'));
  }),
  page('audit log', '/console/audit'),
  dialog('entry', '/console/audit', async ({ page: shown, texts: { c } }) => {
    await shown
      .getByRole('button', { name: c('acts.proposal.open') })
      .first()
      .click();
    await shown.getByRole('dialog').getByText(c('audit.hash')).waitFor();
  }),
  page('access', '/console/account'),
  // Where the walk goes between screens.
  { ...page('not found', '/console/nowhere-at-all'), isAlone: true },
  dialog('keys', '/console', async ({ page: shown, texts: { c } }) => {
    await shown.keyboard.press('?');
    await dialogOf(shown, c('keys.title')).waitFor();
  }),
  {
    name: 'console, proof',
    isDialog: true,
    isUnwell: true,
    open: async (visit) => {
      const {
        page: shown,
        texts: { c },
      } = visit;
      await outliveProof((await (await shown.request.get('/console/api/me')).json()).me.email);
      await goTo(shown, '/console/approvals');
      await row(visit, 'proposal').getByRole('link').click();
      await press(dialogOf(shown, c('proposals.one')), c('proposals.approve'));
      await dialogOf(shown, c('proof.title')).waitFor();
    },
  },
];
