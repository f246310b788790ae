import { loadTextsOf } from '../../i18n/i18n.ts';
import { beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../test/render-app.tsx';
import { HelpPage } from './help-page.tsx';
import { helpTopics } from './help-topics.ts';

beforeAll(() => loadTextsOf('help'));

const questions = () => page.getByRole('heading', { level: 3 }).elements();
const search = (name = 'Search the answers') => page.getByRole('textbox', { name });

it('answers at least thirty questions, each with an address of its own', async () => {
  await renderApp(<HelpPage />, { at: '/help' });
  const ids = helpTopics.flatMap((topic) => topic.questions.map(({ id }) => id));
  expect(ids.length).toBeGreaterThanOrEqual(30);
  expect(new Set(ids).size).toBe(ids.length);
  expect(questions()).toHaveLength(ids.length);
  for (const id of ids) expect(document.getElementById(id)?.textContent).not.toMatch(/helpAnswers|\{\{/);
});

it('opens the question that its address names, and no other', async () => {
  await renderApp(<HelpPage />, { at: '/help#firm-offer' });
  await expect.element(page.getByText(/It holds for 15 seconds/)).toBeVisible();
  expect(document.querySelectorAll('details[open]')).toHaveLength(1);
});

it('stands whatever the address says', async () => {
  await renderApp(<HelpPage />, { at: '/help#100%' });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(document.querySelectorAll('details[open]')).toHaveLength(0);
});

it.each([
  ['en', 'Search the answers', 'recovery phone', 'I lost the phone with my codes. What now?'],
  ['fa', 'جست‌وجو در پاسخ‌ها', 'كد بازيابي گوشي', 'گوشی‌ای را که کدهایم در آن بود گم کرده‌ام. چه کنم؟'],
  ['fa', 'جست‌وجو در پاسخ‌ها', 'کیف پول دیگری', 'چطور به کیف پول دیگری برداشت کنم؟'],
  ['ru', 'Поиск по ответам', 'телефона восстановлением', 'Потерян телефон с кодами. Что делать?'],
  ['zh', '搜索解答', '恢复码 手机', '手机丢失，无法获取动态验证码，怎么办？'],
  ['en', 'Search the answers', 'limits', 'Which limits are there?'],
  ['en', 'Search the answers', '2FA', 'How do I turn on two-factor authentication?'],
  ['en', 'Search the answers', 'refund', 'Can I undo a purchase, a sale or an exchange?'],
  ['fa', 'جست‌وجو در پاسخ‌ها', 'محدودیت', 'چه سقف‌هایی هست؟'],
  ['ru', 'Поиск по ответам', 'ограничения', 'Какие есть лимиты?'],
  ['zh', '搜索解答', '限制', '有哪些限额？'],
  ['zh', '搜索解答', '收不到邮件', '收不到验证邮件怎么办？'],
] as const)(
  'finds in %s what an answer says, in whatever form it is typed',
  async (locale, label, query, found) => {
    await renderApp(<HelpPage />, { at: '/help', locale });
    await search(label).fill(query);
    await expect.element(page.getByRole('heading', { level: 3, name: found })).toBeVisible();
    expect(questions().length).toBeLessThan(5);
    // What was found is open to be read.
    expect(document.querySelectorAll('details:not([open])')).toHaveLength(0);
  },
);

it('says what to do if nothing is found, and shows everything again once the search is cleared', async () => {
  await renderApp(<HelpPage />, { at: '/help' });
  const all = questions().length;
  await search().fill('xyzzy');
  await expect.element(page.getByText('No answer about “xyzzy”')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact');
  await page.getByRole('button', { name: 'Clear the search' }).click();
  expect(questions()).toHaveLength(all);
});
