import { expectAccessible } from './accessible.ts';
import { addPasskeyDevice } from './passkey-device.ts';
import { SecurityPage } from './security-page.ts';
import { expect, test } from './test.ts';

test('the security cards and their dialogs keep nobody out', async ({ signedIn, texts, watch }) => {
  watch.expectRefusal(403, '/v1/users/');
  watch.expectRefusal(422, '/v1/users/passkeys/options');
  const { t } = texts;
  const { person, page } = await signedIn();
  await addPasskeyDevice(page);
  const here = new SecurityPage(page, texts);
  await here.open();
  await expect(page.getByText(t('security.passkeys.emptyTitle'))).toBeVisible();
  await expectAccessible(page, 'the profile without passkeys');

  await here.addPasskey('My laptop');
  await here.prove('not my password');
  await expect(here.proof.locator('[aria-invalid="true"]')).toBeVisible();
  await expectAccessible(page, 'the proof dialog with its message');
  await here.prove(person.password);
  await expect(here.passkeys).toHaveCount(1);
  await here.submitPhrase('silver fox');
  await here.prove(person.password);
  await expect(page.getByTestId('phrase')).toBeVisible();
  await expectAccessible(page, 'the profile with passkey and phrase');

  await here.passkeys.getByRole('button').click();
  await expect(page.getByRole('dialog', { name: t('security.passkeys.removeTitle') })).toBeVisible();
  await expectAccessible(page, 'the question before a passkey is removed');
});
