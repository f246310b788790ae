import { join } from 'node:path';
import { type Browser, request as requests } from '@playwright/test';
import { runCommand, signInStaff } from '../../e2e/console-staff.ts';
import { fillDesks } from '../../e2e/console-work.ts';
import { businessScreens } from '../../e2e/screens/business-screens.ts';
import { consoleScreens } from '../../e2e/screens/console-screens.ts';
import { settle } from '../../e2e/screens/settle.ts';
import { textsOf } from '../../e2e/texts.ts';
import { noteAwakening } from '../../e2e/walk.ts';
import { keepSmall } from './readme-pictures.ts';

/** Which screens docs/console.md shows, by the names of their files. */
const pictures = {
  'console-home': 'console, home',
  'console-person': 'console, person',
  'console-withdrawals': 'console, withdrawals',
  'console-withdrawal': 'console, withdrawal, unclear',
  'console-deposits': 'console, deposits',
  'console-approval': 'console, proposal',
  'console-books': 'console, books',
  'console-trading': 'console, trading',
  'console-levels': 'console, levels',
  'console-report': 'console, report',
  'console-messages': 'console, messages',
  'console-announcements': 'console, announcements',
  'console-settings': 'console, settings',
  'console-staff': 'console, staff',
  'console-audit': 'console, audit log',
} as const;

/** Takes the pictures of docs/console.md anew, into `folder`. */
export async function takeConsolePictures(
  browser: Browser,
  { origin, folder }: { origin: string; folder: string },
): Promise<void> {
  const request = await requests.newContext({ baseURL: origin });
  const texts = await textsOf('en');
  const { owner, customer } = await fillDesks(request);
  // Where tests share a product, the lowest level has none.
  const limits = ['deposit-day=5000', 'withdrawal-day=2000', 'withdrawal-month=25000', 'trade-day=10000'];
  await runCommand('define-level', 'Basic', ...limits);
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  await noteAwakening(context);
  await signInStaff(context, owner);
  for (const [name, screenName] of Object.entries(pictures)) {
    const screen = [...consoleScreens, ...businessScreens].find((each) => each.name === screenName);
    if (screen === undefined) throw new Error(`there is no screen ${screenName}`);
    const page = await context.newPage();
    await screen.open({ page, texts, request, person: customer, other: customer });
    await settle(page);
    const file = join(folder, `${name}.png`);
    await page.screenshot({ path: file });
    await keepSmall(file);
    await page.close();
  }
  await context.close();
  await request.dispose();
}
