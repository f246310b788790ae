import { localeTraits } from '@mercury/contract/locales.ts';
import { productName } from '@mercury/contract/product.ts';
import { giveMoney, makePerson } from './accounts.ts';
import { expectFocusWithin, outOfOrder, stopsWithin, tabAndPress, tabAndType, tabTo } from './keyboard.ts';
import { field, toast } from './people.ts';
import { expect, test } from './test.ts';

const phone = { viewport: { width: 360, height: 740 } };

test.describe('without a pointer', () => {
  test('somebody signs in, sends money and signs out', async ({ page, texts }) => {
    const { t } = texts;
    const person = await makePerson({ locale: 'en' });
    const friend = await makePerson({ locale: 'en' });
    await giveMoney(person, 'MRCY', '100');

    await page.goto('/');
    const header = page.getByRole('banner');
    await tabAndPress(header.getByRole('button', { name: t('nav.login') }));
    const signIn = page.getByRole('dialog', { name: t('auth.signIn.title') });
    await tabAndType(field(signIn, t('auth.fields.email')), person.email);
    await tabAndType(field(signIn, t('auth.fields.password')), person.password);
    await tabAndPress(signIn.getByRole('button', { name: t('auth.signIn.submit'), exact: true }));
    await expect(page).toHaveURL('/dashboard');

    const opener = page.getByRole('main').getByRole('button', { name: t('wallet.transfer'), exact: true });
    await tabAndPress(opener);
    const form = page.getByRole('dialog', { name: t('transfer.title') });
    await tabAndType(field(form, t('transfer.amount')), '1');
    await tabAndType(field(form, t('transfer.recipientAddress')), friend.address);
    await tabAndPress(form.getByRole('checkbox', { name: t('transfer.saveToContacts') }), 'Space');
    await tabAndType(field(form, t('transfer.contactName')), 'Ada');
    await tabAndPress(form.getByRole('button', { name: t('transfer.review') }));
    const review = page.getByRole('dialog', { name: t('transfer.reviewTitle') });
    const answered = page.waitForResponse('**/v1/wallets/transfer');
    await tabAndPress(review.getByRole('button', { name: t('transfer.confirm') }));
    await answered;
    await tabAndPress(page.getByRole('button', { name: t('transfer.done') }));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(opener).toBeFocused();

    // What has focus stays where it is while others are gone to: contacts come with a star each.
    await tabAndPress(page.getByRole('button', { name: t('contacts.addFavorite', { name: 'Ada' }) }));
    await expect(
      page.getByRole('button', { name: t('contacts.removeFavorite', { name: 'Ada' }) }),
    ).toBeFocused();

    await page.keyboard.press('Control+Home');
    await tabAndPress(header.getByRole('button', { name: t('nav.account') }));
    const signOut = page.getByRole('menuitem', { name: t('nav.logout') });
    await expectFocusWithin(page.getByRole('menu'));
    await page.keyboard.press('End');
    await expect(signOut).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/');
  });

  test('the one menu of a phone is opened, gone through and left, and lets a visitor in', async ({
    openBrowser,
    texts: { t },
  }) => {
    const page = await (await openBrowser(phone)).newPage();
    await page.goto('/');
    const button = page.getByRole('button', { name: t('nav.menu') });
    const menu = page.getByRole('dialog', { name: t('nav.menu') });
    await tabAndPress(button);
    await expect(menu).toBeVisible();
    await tabAndPress(menu.getByRole('button', { name: t('ui.close') }));
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    await tabAndPress(menu.getByRole('link', { name: t('nav.about') }));
    await expect(page).toHaveURL('/about');
    await expect(menu).toBeHidden();
    await page.keyboard.press('Control+Home');
    await tabAndPress(button);
    await tabAndPress(menu.getByRole('button', { name: t('nav.login') }));
    await expect(menu).toBeHidden();
    await expect(page.getByRole('dialog', { name: t('auth.signIn.title') })).toBeVisible();
  });

  test('a choice about cookies is read, made and kept', async ({ page, texts }) => {
    const { t } = texts;
    await page.goto('/cookie-policy');
    const opener = page.getByRole('button', { name: t('cookies.functional.name'), exact: true });
    await tabAndPress(opener, 'Space');
    await expect(page.getByText(t('cookies.functional.purpose'))).toBeVisible();
    const analytics = page.getByRole('switch', { name: t('cookies.analytics.name'), exact: true });
    await expect(analytics).toBeChecked();
    await page.keyboard.press('Control+Home');
    await tabAndPress(analytics, 'Space');
    await expect(analytics).not.toBeChecked();
    await tabAndPress(page.getByRole('button', { name: t('cookies.save'), exact: true }));
    await expect(toast(page, texts, t('cookies.saved'))).toBeVisible();
    await page.reload();
    await expect(analytics).not.toBeChecked();
  });
});

// Arrows and stops go by the direction of the language.
for (const language of ['en', 'fa'] as const) {
  test.describe(`without a pointer, in ${language}`, () => {
    test.use({ language });

    test('the header’s menus open, are gone through by arrows, and lead on', async ({
      page,
      texts: { t },
    }) => {
      await page.goto('/cookie-policy');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const header = page.getByRole('banner');
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: t('nav.skipToContent') })).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(header.getByRole('link', { name: productName })).toBeFocused();

      const info = header.getByRole('button', { name: t('nav.info') });
      await tabAndPress(info);
      const about = page.getByRole('menuitem', { name: t('nav.about') });
      const status = page.getByRole('menuitem', { name: t('nav.status') });
      const menu = page.getByRole('menu');
      await expectFocusWithin(menu);
      await page.keyboard.press('ArrowDown');
      await expect(about).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(info).toBeFocused();
      await page.keyboard.press('Enter');
      await expectFocusWithin(menu);
      await page.keyboard.press('End');
      await expect(status).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/status');

      await tabAndPress(header.getByRole('button', { name: t('nav.language') }));
      const russian = page.getByRole('menuitemradio', { name: localeTraits.ru.label });
      const focused = () => page.evaluate(() => document.activeElement?.textContent);
      await expectFocusWithin(menu);
      // The focus follows a press in a frame of its own: the next press waits for it.
      for (let presses = 0; presses < 4 && (await focused()) !== localeTraits.ru.label; presses += 1) {
        const before = await focused();
        await page.keyboard.press('ArrowDown');
        await expect.poll(focused).not.toBe(before);
      }
      await expect(russian).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
    });

    test('the market shows more, a coin opens, and its ranges change', async ({ page, texts: { t } }) => {
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const showMore = page.getByRole('button', { name: t('market.showMore') });
      // It is fetched when it comes near.
      await expect(async () => {
        await page.keyboard.press('PageDown');
        await expect(showMore).toBeVisible({ timeout: 500 });
      }).toPass();
      await tabAndPress(showMore);
      await expect(page.getByTestId('market-coin')).toHaveCount(12);
      await expect(page.getByRole('button', { name: t('market.showLess') })).toBeFocused();
      // The star of the last coin, then the coin.
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Shift+Tab');
      await expect(page.getByTestId('market-coin').last()).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/market\/[a-z0-9-]+$/);
      const day = page.getByRole('tab', { name: t('market.ranges.day') });
      await tabTo(day);
      // The tabs stand in the direction of the language, and so do the arrows.
      await page.keyboard.press(language === 'fa' ? 'ArrowLeft' : 'ArrowRight');
      await expect(page.getByRole('tab', { name: t('market.ranges.week') })).toBeFocused();
      await expect(page).toHaveURL(/\?range=week$/);
    });

    test('focus goes through header, landing page, dashboard and dialogs as they are read', async ({
      page: visitor,
      signedIn,
      texts: { t },
    }) => {
      await visitor.goto('/');
      const header = visitor.getByRole('banner');
      await tabTo(header.getByRole('link', { name: productName }));
      const first = await stopsWithin(visitor, header);
      expect(first.length).toBeGreaterThan(3);
      expect(outOfOrder(first)).toEqual([]);
      const hero = visitor.getByRole('main');
      await tabTo(hero.getByRole('button', { name: t('landing.getStarted') }));
      expect(outOfOrder(await stopsWithin(visitor, hero))).toEqual([]);

      const { page } = await signedIn();
      // So high that no dialog scrolls: what has moved between two stops can't be compared.
      await page.setViewportSize({ width: 1280, height: 1200 });
      await page.goto('/dashboard');
      const main = page.getByRole('main');
      const card = main.getByRole('region', { name: t('wallet.balance') });
      await tabTo(card.getByRole('button', { name: t('wallet.topUp'), exact: true }));
      const actions = await stopsWithin(page, card);
      expect(actions.length).toBeGreaterThan(3);
      expect(outOfOrder(actions)).toEqual([]);

      await page.keyboard.press('Control+Home');
      await tabAndPress(card.getByRole('button', { name: t('wallet.deposit'), exact: true }));
      const dialog = page.getByRole('dialog', { name: t('deposit.title') });
      await tabTo(dialog.getByRole('button', { name: t('ui.close') }));
      const stops = await stopsWithin(page, dialog);
      expect(stops.length).toBeGreaterThan(3);
      expect(outOfOrder(stops)).toEqual([]);
    });
  });
}
