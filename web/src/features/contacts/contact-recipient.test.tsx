import { type Contact, createContact } from '@mercury/contract/api/contacts.ts';
import { findRecipient } from '@mercury/contract/api/wallets.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { button, expectFieldError, expectFieldRight, expectToast, field } from '../../test/fields.ts';
import { listener } from '../../test/listener.ts';
import { renderApp } from '../../test/render-app.tsx';
import { addressOf, idOf, omid, sara } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
import { AddContactDialog } from './contact-dialogs.tsx';

const contact: Contact = { id: idOf(7), name: 'Omid', walletAddress: omid.walletAddress, isFavorite: false };
const who = () => field('@username or address');
const save = () => button('Save contact');
const saved = () => server.calls(createContact).map(({ body }) => body);

async function open(contacts: readonly Contact[] = []) {
  serveAccount({ contacts });
  await renderApp(<AddContactDialog isOpen onClose={listener()} />, { as: sara });
  await field('Name').fill('My brother');
}

it('is found by a @username, said while it is typed, and kept by the address, which stays', async () => {
  await open();
  await who().fill('@OMID');
  await expect.element(who()).toHaveAccessibleDescription(/@omid\s*You haven’t paid them before/);
  server.reply(createContact, { success: true, contact });
  await save().click();
  await expectToast('Contact saved');
  expect(saved()).toEqual([{ name: 'My brother', walletAddress: omid.walletAddress }]);
});

it('is looked up before it is saved, however fast the button is pressed', async () => {
  await open();
  server.reply(createContact, { success: true, contact });
  await who().fill('@omid');
  const button = save().element();
  if (button instanceof HTMLElement) button.click();
  await expectToast('Contact saved');
  expect(saved()).toEqual([{ name: 'My brother', walletAddress: omid.walletAddress }]);
});

it('that looks like another contact is compared first, however fast the button is pressed', async () => {
  const his = omid.walletAddress;
  const lookAlike = `${his.slice(0, 12)}${'q'.repeat(his.length - 18)}${his.slice(-6)}`;
  await open([{ ...contact, walletAddress: lookAlike }]);
  await who().fill('@omid');
  const button = save().element();
  if (button instanceof HTMLElement) button.click();
  await expect.element(save()).toBeDisabled();
  expect(saved()).toEqual([]);
});

it('that nobody is says so at the field, saves nothing, and is right again once changed', async () => {
  await open();
  server.refuse(findRecipient, 'RecipientNotFound', { message: 'No account has this username.' });
  await who().fill('@nobody');
  await expect.element(who()).toHaveAccessibleDescription('No account has this username.');
  await save().click();
  await expectFieldError(who(), 'No account has this username.');
  await expect.element(who()).toHaveFocus();
  await who().fill(addressOf(9));
  await expectFieldRight(who());
  await save().click();
  await expectFieldError(who(), 'No account has this username.');
  expect(saved()).toEqual([]);
});

it('by a username waits for the answer; a whole address needs none', async () => {
  await open();
  server.refuse(findRecipient, 'RateLimitExceeded', { message: 'Too many.' });
  server.reply(createContact, { success: true, contact });
  await who().fill('@omid');
  await save().click();
  await expectFieldError(who(), 'Too many.');
  expect(saved()).toEqual([]);
  await who().fill(addressOf(9));
  await save().click();
  await expectToast('Contact saved');
  expect(saved()).toEqual([{ name: 'My brother', walletAddress: addressOf(9) }]);
});

it('by an email is a saved contact or nobody: no account is looked for', async () => {
  await open([{ ...contact, email: 'omid@example.com' }]);
  await who().fill('mina@example.com');
  await save().click();
  await expectFieldError(who(), 'None of your contacts has this email.');
  await who().fill('OMID@example.com');
  await expectFieldError(who(), 'Already in your contacts as \u2068Omid\u2069.');
  await who().fill(omid.walletAddress);
  await expectFieldError(who(), 'Already in your contacts as \u2068Omid\u2069.');
  await who().fill('omid');
  await expectFieldError(who(), 'This isn’t a @username or a complete MRCY address.');
  expect(server.calls(findRecipient).map(({ query }) => query['to'])).not.toContain('mina@example.com');
  expect(saved()).toEqual([]);
  expect(page.getByRole('dialog', { name: 'New contact' }).query()).not.toBeNull();
});
