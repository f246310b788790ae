import type { Locator, Page } from '@playwright/test';
import { testOn } from './other-product.ts';
import { field, fieldMessage, pressTwice, toast } from './people.ts';
import { expect, test } from './test.ts';
import type { Texts } from './texts.ts';

const contactPath = '/v1/contact';
const thanks = 'Thank you. Your message has been sent.';

const written = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  subject: 'A question',
  message: 'How long does a withdrawal take?',
};

class ContactVisit {
  readonly page: Page;
  readonly main: Locator;
  readonly fields: Readonly<Record<keyof typeof written, Locator>>;
  readonly submit: Locator;

  constructor(page: Page, { t }: Texts) {
    this.page = page;
    this.main = page.getByRole('main');
    this.fields = {
      name: field(this.main, t('contactPage.name')),
      email: field(this.main, t('contactPage.email')),
      subject: field(this.main, t('contactPage.subject')),
      message: this.main.getByRole('textbox', { name: t('contactPage.message'), exact: true }),
    };
    this.submit = this.main.getByRole('button', { name: t('contactPage.submit') });
  }

  async fill(message = written): Promise<void> {
    await this.fields.name.fill(message.name);
    await this.fields.email.fill(message.email);
    await this.fields.subject.fill(message.subject);
    await this.fields.message.fill(message.message);
  }

  async expectEntries(entries: typeof written): Promise<void> {
    await expect(this.fields.name).toHaveValue(entries.name);
    await expect(this.fields.email).toHaveValue(entries.email);
    await expect(this.fields.subject).toHaveValue(entries.subject);
    await expect(this.fields.message).toHaveValue(entries.message);
  }
}

/** What the page sends to the contact form's path. */
function watchContactCalls(page: Page): unknown[] {
  const calls: unknown[] = [];
  page.on('request', (sent) => {
    if (new URL(sent.url()).pathname === contactPath) calls.push(sent.postDataJSON());
  });
  return calls;
}

test('names what is wrong on submit, and takes each back as soon as it is right', async ({ page, texts }) => {
  await page.goto('/contact');
  const visit = new ContactVisit(page, texts);
  const calls = watchContactCalls(page);
  await visit.fields.message.fill('Nineteen characters');
  await expect(visit.main.getByText('Message must be at least 20 characters')).toHaveCount(0);
  await visit.submit.click();
  const problems = [
    ['name', 'Name must be at least 2 characters', 'Al'],
    ['email', 'Please enter a valid email address', 'al@example.com'],
    ['subject', 'Subject must be at least 5 characters', 'Hello'],
    ['message', 'Message must be at least 20 characters', 'Nineteen characters.'],
  ] as const;
  await expect(visit.fields.name).toBeFocused();
  for (const [name, problem, right] of problems) {
    await expect(fieldMessage(visit.main, problem)).toBeVisible();
    await expect(visit.fields[name]).toHaveAccessibleDescription(problem);
    await visit.fields[name].fill(right);
    await expect(fieldMessage(visit.main, problem)).toHaveCount(0);
  }
  expect(calls).toEqual([]);
});

test('sends a message once, takes at least two seconds, says so and begins anew', async ({ page, texts }) => {
  await page.clock.install();
  await page.goto('/contact');
  const visit = new ContactVisit(page, texts);
  const calls = watchContactCalls(page);
  await visit.fill();
  const answered = page.waitForResponse(`**${contactPath}`);
  await page.clock.pauseAt(Date.now() + 60_000);
  await visit.submit.evaluate(pressTwice);
  await answered;
  await page.clock.runFor(1900);
  await expect(visit.submit).toHaveAttribute('aria-busy', 'true');
  await expect(toast(page, texts, thanks)).toHaveCount(0);
  await page.clock.runFor(200);
  await page.clock.resume();
  await expect(toast(page, texts, thanks)).toBeVisible();
  expect(calls).toEqual([written]);
  await visit.expectEntries({ name: '', email: '', subject: '', message: '' });
});

test('keeps what was written when the connection is cut, and sends it when it is back', async ({
  page,
  texts,
  watch,
}) => {
  watch.expectLostConnection(contactPath);
  await page.goto('/contact');
  const visit = new ContactVisit(page, texts);
  await page.route(`**${contactPath}`, (route) => route.abort());
  await visit.fill();
  await visit.submit.click();
  const failure = 'Network error. Please check your internet connection.';
  await expect(toast(page, texts, failure)).toBeVisible();
  await visit.expectEntries(written);
  await page.unroute(`**${contactPath}`);
  await visit.submit.click();
  await expect(toast(page, texts, thanks)).toBeVisible();
});

test('shows what the server says of a field under that field', async ({ page, texts, watch }) => {
  watch.expectRefusal(400, contactPath);
  await page.goto('/contact');
  const visit = new ContactVisit(page, texts);
  // What the browser lets pass, as an older page may: the server's own answer is what is shown.
  await page.route(`**${contactPath}`, (route) =>
    route.continue({ postData: JSON.stringify({ ...written, subject: 'Hi' }) }),
  );
  await visit.fill();
  await visit.submit.click();
  await expect(visit.fields.subject).toHaveAccessibleDescription('Subject must be at least 5 characters.');
  await expect(visit.fields.subject).toBeFocused();
  await visit.expectEntries(written);
});

test('knows who is signed in', async ({ signedIn, texts }) => {
  const { person, page } = await signedIn();
  await page.goto('/contact');
  await expect(new ContactVisit(page, texts).fields.email).toHaveValue(person.email);
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

test('shows no way that the operator does not name, and no empty card for none', async ({ page, texts }) => {
  const { t } = texts;
  const named = { contact: { email: null, phone: '+1 202 555 0142', address: null }, socialLinks: [] };
  const nothing = { ...named, contact: { ...named.contact, phone: null } };
  const main = page.getByRole('main');
  const details = main.getByRole('heading', { name: t('contactPage.detailsTitle') });
  for (const { settings, ways } of [
    { settings: named, ways: 1 },
    { settings: nothing, ways: 0 },
  ]) {
    await page.route('**/v1/config', async (route) => {
      const reply = await route.fetch();
      await route.fulfill({ response: reply, json: { ...(await reply.json()), ...settings } });
    });
    await page.goto('/contact');
    await expect(main.getByRole('term')).toHaveCount(ways);
    await expect(details).toHaveCount(ways);
    await expect(main.getByText(t('contactPage.socialTitle'))).toHaveCount(0);
    await expect(main.getByRole('button', { name: t('contactPage.submit') })).toBeVisible();
    await page.unroute('**/v1/config');
  }
});

test('says so when the contact details do not come, and fetches them again', async ({
  page,
  texts,
  watch,
}) => {
  watch.expectLostConnection('/v1/config');
  const { t } = texts;
  await page.route('**/v1/config', (route) => route.abort());
  await page.goto('/contact');
  const main = page.getByRole('main');
  const failure = main.getByRole('alert').filter({ hasText: t('contactPage.detailsFailed') });
  await expect(failure).toBeVisible({ timeout: 20_000 });
  await page.unroute('**/v1/config');
  await failure.getByRole('button', { name: t('common.retry') }).click();
  await expect(main.getByRole('link', { name: 'hello@example.com' })).toBeVisible();
});

const simulatedTest = testOn({ MONEY_MODE: 'simulated' });

simulatedTest('in simulated mode takes two seconds and makes no call', async ({ page, texts }) => {
  await page.goto('/contact');
  const visit = new ContactVisit(page, texts);
  const calls = watchContactCalls(page);
  await visit.fill();
  const startedAt = Date.now();
  await visit.submit.click();
  await expect(toast(page, texts, texts.t('contactPage.sent'))).toBeVisible();
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(2000);
  expect(calls).toEqual([]);
  await expect(visit.fields.message).toHaveValue('');
});
