import { onlyColors, violationsOn } from './accessible.ts';
import { paleTexts } from './contrast.ts';
import { expect, test } from './test.ts';
import { textsOf } from './texts.ts';

test('the page of all components shows each in both themes and both directions', async ({ page }) => {
  await page.goto('/dev/ui');
  await expect(page.getByRole('heading', { level: 1, name: 'Components' })).toBeVisible();
  const buttons = page.locator('#buttons');
  for (const theme of ['light', 'dark']) {
    for (const language of ['en', 'fa'] as const) {
      const { t } = await textsOf(language);
      const panel = buttons.locator(`[data-panel-theme="${theme}"]:lang(${language})`);
      await expect(panel.getByRole('button', { name: t('wallet.withdraw') }).first()).toBeVisible();
      await expect(panel).toHaveAttribute('dir', language === 'fa' ? 'rtl' : 'ltr');
      // The tokens' own values: near white, and near black.
      await expect(panel).toHaveCSS(
        'background-color',
        theme === 'light' ? 'rgb(246, 248, 250)' : 'rgb(10, 15, 22)',
      );
    }
  }
  // Here axe sees the colours of each component; on the screens something cheaper does.
  expect(await violationsOn(page, onlyColors)).toEqual([]);
  expect(await paleTexts(page)).toEqual([]);
});

test('the pseudo-language is asked for in the address, accents every text, and is not offered', async ({
  page,
  texts: { t },
}) => {
  await page.goto('/login?lng=en-XA');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(/^\[Šîĝñ/);
  await expect(main.getByText(t('auth.fields.password'), { exact: true })).toHaveCount(0);
  // It stays with the tab.
  await page.goto('/register');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(/^\[Šîĝñ/);
  await page.goto('/register?lng=en');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(t('auth.signUp.title'));
});
