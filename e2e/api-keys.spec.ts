import { createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { APIRequestContext, APIResponse, Page } from '@playwright/test';
import { field, toast } from './people.ts';
import { SecurityPage } from './security-page.ts';
import { expect, test } from './test.ts';
import type { Texts } from './texts.ts';

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });

interface Signer {
  readonly id: string;
  readonly pem: string;
}

/** As docs/api.md says it: a program that has the file of the private key. */
function callSigned(request: APIRequestContext, path: string, { id, pem }: Signer): Promise<APIResponse> {
  const time = String(Date.now());
  const text = [id, time, '5000', 'GET', path, '', ''].join('\n');
  const signature = sign(null, Buffer.from(text), createPrivateKey(pem)).toString('base64');
  return request.get(path, {
    headers: { 'api-key': id, 'api-timestamp': time, 'api-signature': signature },
  });
}

async function askForKey(page: Page, { t }: Texts, name: string): Promise<void> {
  await page.getByRole('button', { name: t('security.apiKeys.add') }).click();
  const form = dialogOf(page, t('security.apiKeys.addTitle'));
  await field(form, t('security.apiKeys.name')).fill(name);
  await form.getByRole('button', { name: t('security.apiKeys.create') }).click();
}

/** What the dialog shows this once: the file that it offers, and the id. */
async function keepKey(page: Page, { t }: Texts): Promise<Signer> {
  const shown = dialogOf(page, t('security.apiKeys.createdTitle'));
  const id = shown.getByRole('group', { name: t('security.apiKeys.keyId') }).getByRole('code');
  const downloading = page.waitForEvent('download');
  await shown.getByRole('button', { name: t('security.apiKeys.downloadPrivateKey') }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/private-key-[0-9a-f]{8}\.pem$/);
  return { id: (await id.textContent()) ?? '', pem: readFileSync(await download.path(), 'utf8') };
}

test('a key made in the browser signs a program’s calls, the list shows that it was used, and ended it opens nothing', async ({
  signedIn,
  texts,
  request,
  watch,
}) => {
  watch.expectRefusal(403, '/v1/api-keys');
  const { t } = texts;
  const { person, page } = await signedIn();
  const here = new SecurityPage(page, texts);
  await here.open();
  await expect(page.getByText(t('security.apiKeys.emptyTitle'))).toBeVisible();
  await askForKey(page, texts, 'My bot');
  await here.prove(person.password);
  const signer = await keepKey(page, texts);
  const shown = dialogOf(page, t('security.apiKeys.createdTitle'));
  await shown.getByText(t('security.apiKeys.kept')).click();
  await shown.getByRole('button', { name: t('security.apiKeys.done') }).click();
  await expect(shown).toBeHidden();
  await expect(here.apiKeys).toContainText(t('security.apiKeys.neverUsed'));
  await expect(here.events.first()).toContainText(t('security.events.kinds.api_key_created'));

  const balance = await callSigned(request, '/v1/wallets/balance', signer);
  expect(balance.status(), await balance.text()).toBe(200);
  await here.open();
  await expect(here.apiKeys).toContainText('My bot');
  await expect(here.apiKeys).not.toContainText(t('security.apiKeys.neverUsed'));

  await here.apiKeys.getByRole('button', { name: t('security.apiKeys.end', { name: '' }) }).click();
  const question = dialogOf(page, t('security.apiKeys.endTitle'));
  await question.getByRole('button', { name: t('security.apiKeys.confirmEnd') }).click();
  await expect(toast(page, texts, t('security.apiKeys.ended'))).toBeVisible();
  await expect(here.apiKeys).toHaveCount(0);
  const refused = await callSigned(request, '/v1/wallets/balance', signer);
  expect(refused.status()).toBe(401);
  expect(await refused.json()).toMatchObject({ error: 'SignatureRefused' });
});
