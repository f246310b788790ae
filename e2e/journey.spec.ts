import { locales, localeTraits } from '@mercury/contract/locales.ts';
import { newRegistration } from './accounts.ts';
import { Newcomer, toast } from './people.ts';
import { expect, test } from './test.ts';

// What 25 US dollars buy at 0.57 each, rounded down to the coin's eighth decimal; then 10.5 of it go on.
const journey = {
  en: { typedUsd: '25', typedTransfer: '10.5', zero: '0.00 MRCY', note: 'For the book' },
  fa: { typedUsd: '۲۵', typedTransfer: '۱۰٫۵', zero: '۰٫۰۰ MRCY', note: 'برای کتاب' },
} as const;
const bought = '43.85964912';
const sent = '10.5';
const kept = '33.35964912';

for (const locale of locales.filter((each) => each === 'en' || each === 'fa')) {
  test.describe(`in ${locale}`, () => {
    // With all that moves, as most people have it.
    test.use({ language: locale, contextOptions: { reducedMotion: 'no-preference' } });

    test('from registering to money at another person, without a reload', async ({
      openBrowser,
      request,
      texts,
    }) => {
      const { t, money } = texts;
      const words = journey[locale];
      const [alice, bob] = await Promise.all(
        [newRegistration(), newRegistration()].map(async (registration) => {
          const page = await (await openBrowser()).newPage();
          return new Newcomer(page, texts, registration);
        }),
      );
      if (!alice || !bob) throw new Error('two people were made');

      await test.step('both register and verify by the mailed code', async () => {
        for (const person of [alice, bob]) {
          await person.register();
          await person.verify(request);
          await expect(toast(person.page, texts, t('auth.verification.success'))).toBeVisible();
          await expect(person.balance).toHaveText(words.zero);
        }
      });

      await test.step('the page is laid out for its language', async () => {
        const html = alice.page.locator('html');
        await expect(html).toHaveAttribute('lang', locale);
        await expect(html).toHaveAttribute('dir', localeTraits[locale].direction);
      });

      await test.step('a top-up is paid on the payment page', async () => {
        await alice.openTopUp(words.typedUsd);
        await expect(alice.page.getByText(money('25', 'USD'), { exact: true })).toBeVisible();
        await alice.pay(t('coins.BTC'));
        await alice.backToDashboard();
      });

      await test.step('balance and completed top-up appear without a reload', async () => {
        const loads = countLoads(alice);
        await expect(alice.balance).toContainText(money(bought, 'MRCY'));
        await expect(alice.transactions).toHaveCount(1);
        await expect(alice.transactions).toContainText(t('transaction.types.topup'));
        await expect(alice.transactions).toContainText(t('transaction.status.completed'));
        await expect(alice.transactions).toContainText(`+${money(bought, 'MRCY')}`);
        expect(loads()).toBe(0);
      });

      await test.step('a part of it goes to the other person, and both see it', async () => {
        const [aliceLoads, bobLoads] = [countLoads(alice), countLoads(bob)];
        await alice.transfer({
          amountAsTyped: words.typedTransfer,
          address: await bob.ownAddress(),
          note: words.note,
        });
        await expect(alice.balance).toContainText(money(kept, 'MRCY'));
        await expect(alice.transactions.first()).toContainText(t('transaction.sent'));
        await expect(alice.transactions.first()).toContainText(`\u2212${money(sent, 'MRCY')}`);
        await expect(bob.balance).toHaveText(money(sent, 'MRCY'));
        await expect(bob.transactions).toHaveCount(1);
        await expect(bob.transactions).toContainText(t('transaction.received'));
        await expect(bob.transactions).toContainText(`+${money(sent, 'MRCY')}`);
        await expect(bob.transactions).toContainText(t('transaction.status.completed'));
        await bob.transactions.click();
        const dialog = bob.page.getByRole('dialog');
        await dialog.getByText(t('transaction.showNote')).click();
        await expect(dialog.getByText(words.note)).toBeVisible();
        expect([aliceLoads(), bobLoads()]).toEqual([0, 0]);
      });

      await test.step('signed out and in again by username, the money is there', async () => {
        await alice.signOut();
        await alice.signInByUsername();
        await expect(alice.balance).toContainText(money(kept, 'MRCY'));
        await expect(alice.transactions).toHaveCount(2);
      });
    });
  });
}

/** How often the page was loaded from here on. */
function countLoads({ page }: Newcomer): () => number {
  let count = 0;
  page.on('load', () => {
    count += 1;
  });
  return () => count;
}
