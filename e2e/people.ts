import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import type { Registration } from './accounts.ts';
import { codeIn, mailTo } from './mails.ts';
import type { Texts } from './texts.ts';

/** Somebody at a browser: what they do, by the names that they see, in the language that they read. */
export class Newcomer {
  readonly page: Page;
  readonly texts: Texts;
  readonly registration: Registration;

  constructor(page: Page, texts: Texts, registration: Registration) {
    this.page = page;
    this.texts = texts;
    this.registration = registration;
  }

  get balance(): Locator {
    return this.page.getByTestId('balance');
  }

  get transactions(): Locator {
    return this.page.getByTestId('transaction');
  }

  async register(): Promise<void> {
    const { page, registration } = this;
    const { t } = this.texts;
    await page.goto('/');
    await page
      .getByRole('banner')
      .getByRole('button', { name: t('nav.register') })
      .click();
    const dialog = page.getByRole('dialog', { name: t('auth.signUp.title') });
    await field(dialog, t('auth.fields.username')).fill(registration.username);
    await field(dialog, t('auth.fields.email')).fill(registration.email);
    await field(dialog, t('auth.fields.password')).fill(registration.password);
    await field(dialog, t('auth.fields.confirmPassword')).fill(registration.password);
    await dialog.getByRole('button', { name: t('auth.signUp.submit') }).click();
    await expect(page.getByRole('dialog', { name: t('auth.verification.title') })).toBeVisible();
  }

  /** Types the mailed code as a person does, and presses nothing: the sixth character sends it. */
  async verify(request: APIRequestContext): Promise<void> {
    const code = codeIn(await mailTo(request, this.registration.email));
    await codeBoxes(this.page, this.texts).first().click();
    await this.page.keyboard.type(code);
    await expect(this.page).toHaveURL('/dashboard');
  }

  /** Up to the payment page, which the browser is taken to. */
  async openTopUp(amountAsTyped: string): Promise<void> {
    const { page } = this;
    const { t } = this.texts;
    await page
      .getByRole('button', { name: t('wallet.topUp') })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: t('topup.title') });
    await field(dialog, t('topup.amount')).fill(amountAsTyped);
    await dialog.getByRole('button', { name: t('topup.topUpNow') }).click();
    await expect(dialog.getByText(t('topup.redirecting'))).toBeVisible();
    await page.waitForURL('/pay/*');
  }

  async pay(coinName: string): Promise<void> {
    const { page } = this;
    const { t } = this.texts;
    await page.getByRole('radio', { name: coinName }).check();
    await page.getByRole('button', { name: t('pay.payNow') }).click();
    await expect(page.getByRole('heading', { name: t('pay.seenTitle') })).toBeVisible();
  }

  async backToDashboard(): Promise<void> {
    await this.page.getByRole('link', { name: this.texts.t('pay.back') }).click();
    await expect(this.page).toHaveURL('/dashboard');
  }

  /** The whole address, as the balance card has it for whoever hovers over it. */
  async ownAddress(): Promise<string> {
    const card = this.page.getByRole('region', { name: this.texts.t('wallet.balance') });
    const address = await card.getByTitle(/^mrcy1/).getAttribute('title');
    if (address === null) throw new Error('the balance card shows the address');
    return address;
  }

  async transfer(order: { amountAsTyped: string; address: string; note?: string }): Promise<void> {
    const { page } = this;
    const { t } = this.texts;
    await page.getByRole('button', { name: t('wallet.transfer'), exact: true }).click();
    const form = page.getByRole('dialog', { name: t('transfer.title') });
    await field(form, t('transfer.amount')).fill(order.amountAsTyped);
    await field(form, t('transfer.recipientAddress')).fill(order.address);
    if (order.note !== undefined) await field(form, t('transfer.note')).fill(order.note);
    await form.getByRole('button', { name: t('transfer.review') }).click();
    const review = page.getByRole('dialog', { name: t('transfer.reviewTitle') });
    await expect(review.getByText(order.address)).toBeVisible();
    await review.getByRole('button', { name: t('transfer.confirm') }).click();
    // The toast beside it bears the same name.
    const done = page.getByRole('button', { name: t('transfer.done') });
    const receipt = page.getByRole('dialog', { name: t('transfer.completed') }).filter({ has: done });
    await done.click();
    await expect(receipt).toBeHidden();
  }

  async signOut(): Promise<void> {
    const { t } = this.texts;
    await this.page.getByRole('button', { name: t('nav.account') }).click();
    await this.page.getByRole('menuitem', { name: t('nav.logout') }).click();
    await expect(toast(this.page, this.texts, t('toast.loggedOut'))).toBeVisible();
    await expect(this.page).toHaveURL('/');
  }

  async signInByUsername(): Promise<void> {
    const { page, registration } = this;
    const { t } = this.texts;
    await page
      .getByRole('banner')
      .getByRole('button', { name: t('nav.login') })
      .click();
    const dialog = page.getByRole('dialog', { name: t('auth.signIn.title') });
    await dialog.getByRole('tab', { name: t('auth.signIn.byUsername') }).click();
    await field(dialog, t('auth.fields.username')).fill(registration.username);
    await field(dialog, t('auth.fields.password')).fill(registration.password);
    await dialog.getByRole('button', { name: t('auth.signIn.submit') }).click();
    await expect(page).toHaveURL('/dashboard');
  }
}

/** A field by its label. A tab's panel or a group may bear the same name, so that only what takes input counts. */
export function field(scope: Locator, label: string): Locator {
  return scope.getByLabel(label, { exact: true }).and(scope.page().locator('input'));
}

/** What is said under a field. */
export function fieldMessage(scope: Locator, message: string | RegExp): Locator {
  return scope.getByText(message, { exact: true });
}

/** The fastest double click there is: nothing can be rendered between the two. Runs in the browser. */
export function pressTwice(button: SVGElement | HTMLElement): void {
  for (let count = 0; count < 2; count += 1)
    button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
}

/** The six boxes, in the order of the code. */
export function codeBoxes(page: Page, { t }: Texts): Locator {
  return page.getByRole('group', { name: t('auth.verification.codeLabel') }).getByRole('textbox');
}

/** A message in the corner, by its text. */
export function toast(page: Page, { t }: Texts, text: string | RegExp): Locator {
  return page.getByRole('region', { name: t('ui.notifications') }).getByText(text, { exact: true });
}
