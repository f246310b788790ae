import { onProductDatabase, topUp } from './accounts.ts';
import { expect, test } from './test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the statement of this month goes from its opening to its closing balance, and prints alone; another month is kept in the address', async ({
  signedIn,
  request,
  texts,
}) => {
  const { t, money } = texts;
  const { person, page } = await signedIn();
  // Whoever has just come has no earlier month.
  await onProductDatabase(`update app_user set created_at = created_at - interval '1 year' where id = $1`, [
    person.id,
  ]);
  await topUp(request, person, '57');
  await topUp(request, person, '5.70');
  await page.goto('/dashboard/transactions');
  await page.getByRole('link', { name: t('history.statement') }).click();
  await expect(page).toHaveURL('/dashboard/statement');
  const statement = page.getByTestId('statement');
  await expect(statement.getByText(person.username).first()).toBeVisible();
  const rows = statement.getByRole('row');
  await expect(rows).toHaveCount(5);
  await expect(rows.nth(1)).toContainText(t('statement.opening'));
  await expect(rows.nth(1)).toContainText(money('0', 'MRCY'));
  await expect(rows.nth(2)).toContainText(`+${money('100', 'MRCY')}`);
  await expect(rows.nth(3)).toContainText(money('110', 'MRCY'));
  await expect(rows.nth(4)).toContainText(t('statement.closing'));
  await expect(rows.nth(4)).toContainText(money('110', 'MRCY'));

  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button', { name: t('statement.print') })).toBeHidden();
  await expect(page.getByRole('heading', { name: t('statement.heading') })).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));

  const months = page.getByLabel(t('statement.month'));
  const earlier = await months.getByRole('option').nth(2).getAttribute('value');
  if (earlier === null) throw new Error('a month is named by its first day');
  await months.selectOption(earlier);
  await expect(page).toHaveURL(new RegExp(`from=${earlier}`));
  await expect(page.getByText(t('statement.empty'))).toBeVisible();
  await page.goto('/dashboard/statement?from=2026-01-05&to=2026-01-09');
  await expect(months.getByRole('option').first()).toHaveText('Jan 5, 2026 – Jan 9, 2026');
});

test.describe('in Persian', () => {
  test.use({ language: 'fa' });

  test('months, days and figures are those of its readers', async ({ signedIn, request, texts }) => {
    const { t, money } = texts;
    const { person, page } = await signedIn();
    await topUp(request, person, '57');
    await page.goto('/dashboard/statement?from=2026-03-21&to=2998-01-01');
    const statement = page.getByTestId('statement');
    await expect(statement.getByText('۱ فروردین ۱۴۰۵')).toBeVisible();
    await expect(statement.getByRole('row').last()).toContainText(money('100', 'MRCY'));
    const months = page.getByLabel(t('statement.month')).getByRole('option');
    await expect(months.nth(1)).toHaveText(/^[\u0600-\u06ff\u200c]+ [۰-۹]{4}$/);
  });
});
