import { outliveProof } from '../console-staff.ts';
import { field } from '../people.ts';
import { dialog, first, openFirst, openPerson, page, row } from './console-screen.ts';
import { dialogOf, goTo, press, type Screen } from './screen.ts';

/** The work of each day, as an owner sees it, with something on every desk. */
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
  page('messages', '/console/messages'),
  first('message', '/console/messages', 'message'),
  page('announcements', '/console/announcements'),
  dialog('new announcement', '/console/announcements', async ({ page: shown, texts: { c } }) => {
    await press(shown, c('announcements.write'));
    await press(dialogOf(shown, c('announcements.write')), c('announcements.publish'));
  }),
  page('staff', '/console/staff'),
  dialog('invitation', '/console/staff', async ({ page: shown, texts: { c } }) => {
    await press(shown, c('staff.invite'));
    await press(dialogOf(shown, c('staff.inviteTitle')), c('staff.invite'));
  }),
  dialog('change of a role', '/console/staff', async ({ page: shown, texts: { c } }) => {
    const colleague = shown.getByTestId('member').filter({ hasText: 'Omid Karimi' }).first();
    await press(colleague, c('staff.changeRoleOf', { name: '\u2068Omid Karimi\u2069' }));
    await press(dialogOf(shown, c('staff.changeRoleTitle')), c('staff.changeRole'));
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
  dialog('new passkey', '/console/account', async ({ page: shown, texts: { c } }) => {
    await press(shown, c('account.addPasskey'));
    await press(dialogOf(shown, c('account.addPasskey')), c('account.continue'));
  }),
  dialog('new password', '/console/account', async ({ page: shown, texts: { c } }) => {
    await press(shown, c('account.changePassword'));
    await press(dialogOf(shown, c('account.changePassword')), c('account.savePassword'));
  }),
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
