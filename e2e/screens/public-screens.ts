import { confirmPayments, insertPasskey, makePerson, newRegistration } from '../accounts.ts';
import { linkIn, mailTo } from '../mails.ts';
import { field, Newcomer, toast } from '../people.ts';
import { openTopUp } from '../top-ups.ts';
import { dialogOf, goTo, press, type Screen } from './screen.ts';

function page(name: string, path: string): Screen {
  return { name, open: async (visit) => goTo(visit.page, path) };
}

/** A link out of a mail that leads nowhere any more; the server says so, and the browser notes it. */
function brokenLink(name: string, path: string): Screen {
  return { name, isUnwell: true, isAlone: false, open: async (visit) => goTo(visit.page, path) };
}

const noLink = `token=${'0'.repeat(64)}`;

/** What anybody can see, in a browser that nobody is signed in at. */
export const publicScreens: readonly Screen[] = [
  {
    name: 'landing',
    open: async ({ page, texts: { t } }) => {
      await goTo(page, '/');
      // What lies below is fetched as it comes near.
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      await press(page, t('market.showMore'));
      await page.evaluate(() => window.scrollTo(0, 0));
    },
  },
  page('about', '/about'),
  page('contact', '/contact'),
  page('fees', '/fees'),
  page('help', '/help#firm-offer'),
  {
    name: 'help, nothing found',
    open: async ({ page: shown, texts: { t } }) => {
      await goTo(shown, '/help');
      await field(shown.getByRole('main'), t('help.search')).fill('xyzzy');
    },
  },
  page('status', '/status'),
  page('privacy policy', '/privacy-policy'),
  page('terms and conditions', '/terms-and-conditions'),
  page('cookie policy', '/cookie-policy'),
  page('markets', '/markets'),
  page('markets, nothing found', '/markets?search=nothing-like-it'),
  page('coin', '/market/bitcoin'),
  page('own coin', '/market/MRCY'),
  { name: 'not found', isUnwell: true, open: async (visit) => goTo(visit.page, '/nowhere') },
  page('sign in', '/login'),
  {
    name: 'sign in, refused',
    open: async ({ page, texts: { t } }) => {
      await goTo(page, '/login');
      await press(page.getByRole('main'), t('auth.signIn.submit'));
    },
  },
  {
    name: 'sign-in dialog',
    isDialog: true,
    open: async ({ page, texts: { t } }) => {
      await page.goto('/?auth=login');
      await dialogOf(page, t('auth.signIn.title')).waitFor();
    },
  },
  page('register', '/register'),
  {
    name: 'register dialog',
    isDialog: true,
    open: async ({ page, texts: { t } }) => {
      await page.goto('/?auth=register');
      const dialog = dialogOf(page, t('auth.signUp.title'));
      await field(dialog, t('auth.fields.password')).fill('Abcdefgh1');
      await press(dialog, t('auth.signUp.submit'));
    },
  },
  {
    name: 'verification dialog',
    isDialog: true,
    open: async ({ page, texts }) => {
      await new Newcomer(page, texts, newRegistration()).register();
    },
  },
  {
    name: 'verification dialog, refused',
    isDialog: true,
    open: async ({ page, texts }) => {
      const { t } = texts;
      await new Newcomer(page, texts, newRegistration()).register();
      await page.keyboard.type('K7M');
      const dialog = dialogOf(page, t('auth.verification.title'));
      await press(dialog, t('auth.verification.submit'));
      await dialog.getByText(t('auth.verification.enterFullCode')).waitFor();
      await toast(page, texts, t('auth.verification.enterFullCode')).waitFor();
    },
  },
  page('forgot password', '/forgot-password'),
  {
    name: 'forgot password, sent',
    open: async ({ page, texts: { t }, person }) => {
      await goTo(page, '/forgot-password');
      await field(page.getByRole('main'), t('auth.fields.email')).fill(person.email);
      await press(page.getByRole('main'), t('forgotPassword.submit'));
      await page.getByText(t('forgotPassword.checkTitle')).first().waitFor();
    },
  },
  brokenLink('reset password, no token', '/reset-password'),
  {
    name: 'reset password, with passkeys',
    open: async ({ page, texts: { t }, request }) => {
      // Somebody else each time: an address gets few of these mails.
      const person = await makePerson({ locale: 'en' });
      for (const name of ['Chrome · Linux', 'Security key']) await insertPasskey(person, name);
      await request.post('/v1/auth/forgot-password', { data: { email: person.email } });
      await page.goto(linkIn(await mailTo(request, person.email, { holding: '/reset-password?' })));
      await page.getByRole('group', { name: t('security.passkeys.keepTitle') }).waitFor();
    },
  },
  brokenLink('freeze account', `/freeze-account?${noLink}`),
  brokenLink('undo email change', `/undo-email-change?${noLink}`),
  brokenLink('cancel withdrawal', `/cancel-withdrawal?${noLink}`),
  {
    name: 'payment page',
    open: async ({ page, texts: { t }, request, person }) => {
      await page.goto(await openTopUp(request, person, '25'));
      await page.getByRole('button', { name: t('pay.payNow') }).waitFor();
    },
  },
  {
    name: 'payment page, paid',
    open: async ({ page, texts: { t }, request, person }) => {
      await page.goto(await openTopUp(request, person, '25'));
      await press(page, t('pay.payNow'));
      await page.getByTestId('payment').first().waitFor();
      await confirmPayments(person);
      await page.getByRole('heading', { name: t('pay.completedTitle') }).waitFor({ timeout: 20_000 });
    },
  },
  brokenLink('payment page, unknown', `/pay/${'0'.repeat(32)}`),
  page('demo payment', '/demo-payment'),
];

/** What a developer sees: every component at once, which is too much to be looked at as one screen. */
export const developerScreens: readonly Screen[] = [
  {
    name: 'components',
    open: async ({ page }) => {
      await page.goto('/dev/ui');
      // Some of what is shown here is busy for ever.
      await page.getByRole('heading', { level: 2 }).first().waitFor();
    },
  },
];
