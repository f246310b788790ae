import { field } from '../people.ts';
import { dialogOf, goTo, goToFailing, press, type Screen, type Visit } from './screen.ts';

async function goToProfile({ page }: Visit): Promise<void> {
  await goTo(page, '/profile');
  await page.getByTestId('session').first().waitFor();
}

function dialog(name: string, open: (visit: Visit) => Promise<void>): Screen {
  return {
    name,
    isDialog: true,
    open: async (visit) => {
      await goToProfile(visit);
      await open(visit);
    },
  };
}

/** What a signed-in person sees of their account. */
export const accountScreens: readonly Screen[] = [
  { name: 'profile', open: goToProfile },
  {
    name: 'profile, refused',
    open: async (visit) => {
      const { t } = visit.texts;
      await goToProfile(visit);
      await press(visit.page.getByRole('main'), t('profile.changePassword'));
    },
  },
  {
    name: 'profile, failed',
    isUnwell: true,
    open: async ({ page }) => goToFailing(page, '/profile', /\/v1\/users\/(sessions|passkeys|security)/),
  },
  dialog('change email', async ({ page, texts: { t } }) => {
    await press(page, t('profile.changeEmail'));
    await dialogOf(page, t('profile.changeEmailTitle')).waitFor();
  }),
  dialog('delete account', async ({ page, texts: { t } }) => {
    await press(page, t('profile.deleteAccount'));
    await dialogOf(page, t('profile.deleteQuestion')).waitFor();
  }),
  dialog('two-factor, password', async ({ page, texts: { t } }) => {
    await press(page, t('twoFactor.setUp'));
    await dialogOf(page, t('twoFactor.passwordTitle')).waitFor();
  }),
  dialog('two-factor, secret', async ({ page, person, texts: { t } }) => {
    await press(page, t('twoFactor.setUp'));
    const begin = dialogOf(page, t('twoFactor.passwordTitle'));
    await field(begin, t('twoFactor.password')).fill(person.password);
    await press(begin, t('twoFactor.continue'));
    await dialogOf(page, t('twoFactor.secretTitle')).waitFor();
  }),
  dialog('new passkey', async ({ page, texts: { t } }) => {
    await press(page, t('security.passkeys.add'));
    await dialogOf(page, t('security.passkeys.addTitle')).waitFor();
  }),
];
