import { expect, type Locator, type Page } from '@playwright/test';
import type { Registration } from './accounts.ts';
import { field } from './people.ts';
import type { Texts } from './texts.ts';

/** Email and password in the form of a page or a dialog, sent by the Enter key. */
export async function enterPassword(
  scope: Locator,
  { t }: Texts,
  { email, password }: Registration,
): Promise<void> {
  await field(scope, t('auth.fields.email')).fill(email);
  await field(scope, t('auth.fields.password')).fill(password);
  await field(scope, t('auth.fields.password')).press('Enter');
}

/** The second step of a sign-in, as its person sees it. */
export class SecondFactorDialog {
  readonly dialog: Locator;
  private readonly texts: Texts;

  constructor(page: Page, texts: Texts) {
    this.texts = texts;
    this.dialog = page.getByRole('dialog', { name: texts.t('auth.twoFactor.title'), exact: true });
  }

  get code(): Locator {
    return field(this.dialog, this.texts.t('auth.twoFactor.codeLabel'));
  }

  get recoveryCode(): Locator {
    return field(this.dialog, this.texts.t('auth.twoFactor.recoveryLabel'));
  }

  /** What is said in place of what went wrong. */
  get problem(): Locator {
    return this.dialog.getByRole('alert');
  }

  get submit(): Locator {
    return this.dialog.getByRole('button', { name: this.texts.t('auth.twoFactor.submit'), exact: true });
  }

  /** Sends a code, and waits for what the server says of it. */
  async tryCode(code: string): Promise<void> {
    const answered = this.dialog.page().waitForResponse('**/v1/auth/2fa/verify');
    await this.code.fill(code);
    await this.submit.click();
    await answered;
    await expect(this.problem).toBeVisible();
  }

  async switchToRecovery(): Promise<void> {
    await this.dialog.getByRole('button', { name: this.texts.t('auth.twoFactor.lostDevice') }).click();
  }
}
