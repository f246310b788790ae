import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { Person } from '../accounts.ts';
import { passAllRetries } from '../calls.ts';
import type { Texts } from '../texts.ts';
import { walkTo } from '../walk.ts';

/** Somebody who stands before the product's screens, with a history of their own. */
export interface Visit {
  readonly page: Page;
  readonly texts: Texts;
  readonly request: APIRequestContext;
  /** Whose browser is signed in, where it is. */
  readonly person: Person;
  /** Somebody else, whom money can be sent to. */
  readonly other: Person;
}

/** One state of one screen, and how a person gets there. Each begins with going to its page. */
export interface Screen {
  readonly name: string;
  /** A dialog is seen as it stands on the screen, a page in its whole length. */
  readonly isDialog?: boolean;
  /** What the browser complains of on this screen, and rightly: a refused or a lost call. */
  readonly isUnwell?: boolean;
  /**
   * What is left of it would be seen on the next: somebody else's session, a call that is never answered. So it is
   * with each that is unwell, but where this says that it isn't.
   */
  readonly isAlone?: boolean;
  /** Whose page it is seen on, where that isn't the visitor's own. */
  readonly seenBy?: 'newcomer';
  readonly open: (visit: Visit) => Promise<void>;
}

/** The dialog of that name; a confirmation that bears the same name as its toast is not meant. */
export function dialogOf(page: Page, name: string): Locator {
  return page.getByRole('dialog', { name, exact: true });
}

export async function press(scope: Locator | Page, name: string): Promise<void> {
  await scope.getByRole('button', { name, exact: true }).first().click();
}

/** A page is there when its heading is, and nothing of it is still on its way. */
export async function goTo(page: Page, path: string): Promise<void> {
  if (await isInApp(page)) {
    await walkTo(page, path);
  } else {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    // Home begins with a greeting from before the app.
    await page.locator('.app-loading').waitFor({ state: 'detached' });
  }
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
}

/** A page whose calls fail, up to where it says so. Waiting for what is busy would be waiting for the pauses between the calls. */
export async function goToFailing(page: Page, path: string, calls: RegExp | string): Promise<void> {
  await page.clock.install();
  await page.route(calls, (route) => route.abort());
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await passAllRetries(page);
}

function isInApp(page: Page): Promise<boolean> {
  return page.evaluate(() => document.querySelector('#root > *') !== null);
}
