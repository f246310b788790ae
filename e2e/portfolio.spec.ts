import { giveMoney, topUp } from './accounts.ts';
import { expectAccessibleOnEachWidth } from './accessible.ts';
import { withoutNews } from './calls.ts';
import { expect, test } from './test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const portfolioPath = '/v1/portfolio';

test('is reached from the header, and offers the first trade to whoever has nothing', async ({
  signedIn,
  texts: { t },
}) => {
  const { page } = await signedIn();
  await page.goto('/dashboard');
  await page
    .getByRole('banner')
    .getByRole('link', { name: t('nav.places.portfolio') })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: t('portfolio.title') })).toBeVisible();
  await expect(page.getByText(t('portfolio.emptyTitle'))).toBeVisible();
  await expectAccessibleOnEachWidth(page, 'an empty portfolio');
  await page.getByRole('link', { name: t('portfolio.firstTrade') }).click();
  await expect(page).toHaveURL('/dashboard/trade');
});

test('what somebody has is shown with its value, its share, its cost and its profit', async ({
  signedIn,
  texts,
  request,
}) => {
  const { t } = texts;
  const { person, page } = await signedIn();
  // The operator's price of 0.57 each, which no market moves.
  await topUp(request, person, '57');
  await page.goto('/dashboard/portfolio');
  await expect(page.getByTestId('portfolio-total')).toHaveAttribute('data-amount', '57.00');
  const holding = page.getByTestId('holding');
  await expect(holding).toHaveCount(1);
  await expect(holding).toHaveAttribute('data-asset', 'MRCY');
  const figures = new Intl.NumberFormat('en-GB', {
    minimumFractionDigits: 2,
  });
  for (const figure of [100, 57, 0.57]) await expect(holding).toContainText(figures.format(figure));
  await expect(page.getByTestId('allocation').getByRole('listitem')).toHaveCount(1);
  await expect(page.getByText(t('portfolio.source.pretend')).first()).toBeVisible();
  await expect(page.getByText(t('market.pretendHint'))).toBeVisible();
});

test('the range of the chart is chosen by keyboard, stays in the address, and is told in words', async ({
  signedIn,
  texts: { t },
}) => {
  const { person, page } = await signedIn();
  await giveMoney(person, 'MRCY', '100');
  await page.goto('/dashboard/portfolio');
  await page.getByRole('tab', { name: t('market.ranges.day') }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL('/dashboard/portfolio?range=week');
  await expect(page.getByLabel(t('portfolio.chartOf.week'))).toBeVisible();
  await expect(page.getByTestId('price-summary')).toContainText('$57.00');
  await page.reload();
  await expect(page.getByRole('tab', { name: t('market.ranges.week') })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  // The line itself can be walked along.
  await page.getByLabel(t('portfolio.chartOf.week')).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('price-tooltip')).toBeVisible();
});

test('a portfolio that could not be loaded says so, and is there when it is asked for again', async ({
  signedIn,
  texts: { t },
  watch,
}) => {
  watch.expectRefusal(400, portfolioPath);
  const { person, page } = await signedIn();
  await giveMoney(person, 'MRCY', '100');
  await withoutNews(page);
  await page.route(`**${portfolioPath}?*`, (route) => route.fulfill({ status: 400, body: '{}' }));
  await page.goto('/dashboard/portfolio');
  await expect(page.getByRole('alert')).toContainText(t('portfolio.failedToLoad'));
  await page.unroute(`**${portfolioPath}?*`);
  await page.getByRole('button', { name: t('common.retry') }).click();
  await expect(page.getByTestId('holding')).toHaveCount(1);
});
