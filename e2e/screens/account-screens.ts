import type { Locator } from '@playwright/test';
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

async function openApiKeyForm({ page, texts: { t } }: Visit): Promise<Locator> {
  await press(page, t('security.apiKeys.add'));
  const form = dialogOf(page, t('security.apiKeys.addTitle'));
  await form.waitFor();
  return form;
}

/** Up to where it is shown this once. */
async function createApiKey(visit: Visit): Promise<Locator> {
  const { page, person, texts } = visit;
  const { t } = texts;
  const form = await openApiKeyForm(visit);
  await field(form, t('security.apiKeys.name')).fill('Rebalancer');
  await form.getByText(t('security.apiKeys.scopeNames.trade'), { exact: true }).click();
  await press(form, t('security.apiKeys.create'));
  const shown = dialogOf(page, t('security.apiKeys.createdTitle'));
  const proof = dialogOf(page, t('proof.title'));
  await shown.or(proof).first().waitFor();
  if (await proof.isVisible()) {
    await field(proof, t('auth.fields.password')).fill(person.password);
    await press(proof, t('proof.confirm'));
  }
  await shown.waitFor();
  return shown;
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
  dialog('api key, form', async (visit) => void (await openApiKeyForm(visit))),
  dialog('api key, wrong', async (visit) => {
    const { t } = visit.texts;
    const form = await openApiKeyForm(visit);
    await form.getByText(t('security.apiKeys.scopeNames.withdraw'), { exact: true }).click();
    await press(form, t('security.apiKeys.create'));
    await form.locator('[aria-invalid="true"]').first().waitFor();
  }),
  {
    ...dialog('api key, shown once', async (visit) => void (await createApiKey(visit))),
    isAlone: true,
  },
  {
    name: 'api keys',
    open: async (visit) => {
      const { t } = visit.texts;
      await goToProfile(visit);
      const shown = await createApiKey(visit);
      await shown.getByText(t('security.apiKeys.kept')).click();
      await press(shown, t('security.apiKeys.done'));
      await shown.waitFor({ state: 'detached' });
    },
  },
];
