import { field, toast } from './people.ts';
import { expect, test } from './test.ts';

const contactPath = '/v1/contact';

test('knows who is signed in, and sends what they write', async ({ signedIn, texts }) => {
  const { t } = texts;
  const { person, page } = await signedIn();
  await page.clock.install();
  await page.goto('/contact');
  const main = page.getByRole('main');
  await expect(field(main, t('contactPage.email'))).toHaveValue(person.email);
  await field(main, t('contactPage.name')).fill('Ada Lovelace');
  await field(main, t('contactPage.subject')).fill('A question');
  const message = main.getByRole('textbox', { name: t('contactPage.message'), exact: true });
  await message.fill('How long does a withdrawal take?');
  const answered = page.waitForResponse(`**${contactPath}`);
  await main.getByRole('button', { name: t('contactPage.submit') }).click();
  await answered;
  // It takes two seconds at least.
  await page.clock.fastForward(2000);
  await expect(toast(page, texts, 'Thank you. Your message has been sent.')).toBeVisible();
  await expect(message).toHaveValue('');
});

test('shows how the operator is reached, and four answers', async ({ page, texts }) => {
  const { t } = texts;
  await page.goto('/contact');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'hello@example.com' })).toHaveAttribute(
    'href',
    'mailto:hello@example.com',
  );
  await expect(main.getByRole('link', { name: /^\+1/ })).toHaveAttribute('href', /^tel:\+\d+$/);
  await expect(main.getByRole('link', { name: /GitHub/ })).toBeVisible();
  const answers = main.getByRole('region', { name: t('contactPage.faqTitle') });
  await expect(answers.getByRole('listitem')).toHaveCount(4);
});
