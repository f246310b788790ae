import type { Locator, Page } from '@playwright/test';
import { field } from './people.ts';
import type { Texts } from './texts.ts';

/** The security cards of the profile page, by the names that their person sees. */
export class SecurityPage {
  readonly page: Page;
  readonly texts: Texts;

  constructor(page: Page, texts: Texts) {
    this.page = page;
    this.texts = texts;
  }

  get sessions(): Locator {
    return this.page.getByTestId('session');
  }

  get events(): Locator {
    return this.page.getByTestId('security-event');
  }

  get passkeys(): Locator {
    return this.page.getByTestId('passkey');
  }

  get apiKeys(): Locator {
    return this.page.getByTestId('api-key');
  }

  get proof(): Locator {
    return this.page.getByRole('dialog', { name: this.texts.t('proof.title') });
  }

  async open(): Promise<void> {
    await this.page.goto('/profile');
    await this.sessions.first().waitFor();
  }

  async prove(password: string): Promise<void> {
    await field(this.proof, this.texts.t('auth.fields.password')).fill(password);
    await this.proof.getByRole('button', { name: this.texts.t('proof.confirm') }).click();
  }

  /** Up to where a proof is asked for, as it is for every passkey. */
  async addPasskey(name: string): Promise<Locator> {
    const { t } = this.texts;
    await this.page.getByRole('button', { name: t('security.passkeys.add') }).click();
    const dialog = this.page.getByRole('dialog', { name: t('security.passkeys.addTitle') });
    await field(dialog, t('security.passkeys.name')).fill(name);
    await dialog.getByRole('button', { name: t('security.passkeys.continue') }).click();
    return dialog;
  }

  async removePasskey(name: string): Promise<Locator> {
    const { t } = this.texts;
    await this.passkeys.filter({ hasText: name }).getByRole('button').click();
    const dialog = this.page.getByRole('dialog', { name: t('security.passkeys.removeTitle') });
    await dialog.getByRole('button', { name: t('security.passkeys.confirmRemove') }).click();
    return dialog;
  }

  async submitPhrase(phrase: string): Promise<void> {
    const { t } = this.texts;
    const main = this.page.getByRole('main');
    const label = new RegExp(`^(${t('security.phrase.field')}|${t('security.phrase.newField')})$`);
    await main.getByLabel(label).fill(phrase);
    const button = new RegExp(`^(${t('security.phrase.set')}|${t('security.phrase.change')})$`);
    await main.getByRole('button', { name: button }).click();
  }
}
