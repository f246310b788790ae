import type { Page } from '@playwright/test';
import { makePerson, type Person } from './accounts.ts';
import { expect, test } from './test.ts';
import type { Texts } from './texts.ts';

/** Finds by the keys alone, and chooses the first. */
async function chooseFirst(page: Page, { t }: Texts, query: string, found: string): Promise<void> {
  const search = page.getByRole('dialog', { name: t('search.title') });
  await page.keyboard.press('Control+k');
  await search.getByRole('combobox').fill(query);
  await expect(search.getByRole('option').first()).toContainText(found);
  await page.keyboard.press('Enter');
  await expect(search).toHaveCount(0);
}

test('a withdrawal that the search finds opens above Home, where Back leads to', async ({
  signedIn,
  texts,
}) => {
  const { t } = texts;
  const { page } = await signedIn();
  await page.goto('/profile');
  await page
    .getByRole('banner')
    .getByRole('link', { name: t('nav.home') })
    .click();
  await expect(page.getByTestId('balance')).toBeVisible();
  await chooseFirst(page, texts, t('wallet.withdraw'), t('wallet.withdraw'));
  const dialog = page.getByRole('dialog', { name: t('withdraw.title') });
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL('/dashboard?dialog=withdraw');
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL('/dashboard');
  await page.goBack();
  await expect(page).toHaveURL('/profile');
});

test('on a phone a contact that the search finds opens a transfer above the portfolio, and closing it leads back there', async ({
  signedIn,
  texts,
  language,
  request,
}) => {
  const { t } = texts;
  const friend = await makePerson({ locale: language });
  const { person, page } = await signedIn(undefined, { viewport: { width: 390, height: 844 } });
  await addContact(person, friend);
  await page.goto('/dashboard/portfolio');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page
    .getByRole('banner')
    .getByRole('button', { name: t('search.title') })
    .click();
  const search = page.getByRole('dialog', { name: t('search.title') });
  await search.getByRole('combobox').fill('Grandm');
  await search.getByRole('option').first().click();
  await expect(search).toHaveCount(0);
  const dialog = page.getByRole('dialog', { name: t('transfer.title') });
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(`/dashboard/portfolio?dialog=transfer&dialog-to=${friend.address}`);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL('/dashboard/portfolio');

  async function addContact({ token }: Person, { address }: Person) {
    const answer = await request.post('/v1/contacts', {
      headers: { authorization: `Bearer ${token}` },
      data: { name: 'Grandmother', walletAddress: address },
    });
    expect(answer.ok()).toBe(true);
  }
});
