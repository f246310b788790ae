import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import type { StaffRole } from '@mercury/contract/console/permissions.ts';
import { limits } from '@mercury/contract/limits.ts';
import { Secret, TOTP } from 'otpauth';
import { readConfig } from '../server/src/config.ts';
import { insertStaff, type StaffPerson } from '../server/src/console/test/insert-staff.ts';
import { operate } from '../server/src/operator/operate.ts';
import { asOwner } from '../server/src/test/test-postgres.ts';
import { encryptionKey, productDatabase, productOrigin } from './shared-product.ts';
import { database, onProductDatabase } from './accounts.ts';
import { field } from './people.ts';
import { goTo } from './screens/screen.ts';
import type { Texts } from './texts.ts';

/** Joined, and signed in within the last minutes, without a browser. */
export async function makeStaff(role: StaffRole, name: string): Promise<StaffPerson> {
  const config = readConfig({ DATABASE_URL: productDatabase(), ENCRYPTION_KEY: encryptionKey });
  return insertStaff({ db: database(), config }, { role, name });
}

/** From now on this browser is theirs. */
export async function signInStaff(context: BrowserContext, { token }: StaffPerson): Promise<void> {
  const cookie = { name: 'mercury-console', value: token, url: productOrigin() };
  await context.addCookies([{ ...cookie, httpOnly: true, sameSite: 'Strict' }]);
}

/** The page at this path, in a browser that is theirs from now on. */
export async function openDesk(context: BrowserContext, staff: StaffPerson, path: string): Promise<Page> {
  await signInStaff(context, staff);
  const page = await context.newPage();
  await goTo(page, path);
  return page;
}

/** The link that the operator's command prints. */
export async function invite(...words: readonly string[]): Promise<string> {
  return /https?:\S+/.exec(await runCommand(...words))?.[0] ?? '';
}

/** The operator's command, as on the machine of the product. Returns what it prints. */
export async function runCommand(...words: readonly string[]): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mercury-operator-'));
  const { exitCode, output, complaint } = await operate(words, {
    DATABASE_URL: productDatabase(),
    DATABASE_OWNER_URL: asOwner(productDatabase()),
    DATA_DIR: dataDir,
    PUBLIC_URL: productOrigin(),
    ENCRYPTION_KEY: encryptionKey,
    OPERATOR_NAME: 'Grace',
    MARKET_DATA_URL: 'none',
  });
  await rm(dataDir, { recursive: true });
  expect(complaint).toBe('');
  expect(exitCode).toBe(0);
  return output;
}

/** A code that works once from now on, also where the last one was used a moment ago. */
export async function staffCode(email: string, secretKey: string): Promise<string> {
  await onProductDatabase('update staff_member set last_step = 0 where email = $1', [email]);
  return new TOTP({ secret: Secret.fromBase32(secretKey), digits: limits.twoFactorCodeLength }).generate();
}

/** As if both factors had been shown long ago. */
export async function outliveProof(email: string): Promise<void> {
  await onProductDatabase(
    `update staff_session set proved_at = now() - interval '1 hour'
     where staff_id = (select id from staff_member where email = $1)`,
    [email],
  );
}

/** Opens the link and says who they are, up to the choice of a way in. */
export async function openInvitation(page: Page, link: string, name: string, { c }: Texts): Promise<Locator> {
  await page.goto(link);
  const main = page.getByRole('main');
  await field(main, c('join.name')).fill(name);
  return main;
}

/** Returns the secret that their app keeps from now on. */
export async function joinByPassword(
  main: Locator,
  { email, password }: { email: string; password: string },
  { c, t }: Texts,
): Promise<string> {
  await main.getByRole('button', { name: c('join.byPassword') }).click();
  const shown = await main.getByLabel(t('twoFactor.secretKey')).textContent();
  const secretKey = (shown ?? '').replaceAll(' ', '');
  await field(main, c('withCode.password')).fill(password);
  await field(main, t('twoFactor.code')).fill(await staffCode(email, secretKey));
  await main.getByRole('button', { name: c('join.submit') }).click();
  return secretKey;
}
