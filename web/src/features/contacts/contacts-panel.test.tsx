import {
  type Contact,
  createContact,
  deleteContact,
  listContacts,
  updateContact,
} from '@mercury/contract/api/contacts.ts';
import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { limits } from '@mercury/contract/limits.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { keepLastKnown, readLastKnown } from '../../api/last-known.ts';
import { connection } from '../../connection.ts';
import {
  button,
  checkbox,
  expectFieldError,
  expectProblem,
  expectToast,
  field,
  pressTwice,
} from '../../test/fields.ts';
import { listener } from '../../test/listener.ts';
import { proofDialog, showPassword, wantProof } from '../../test/proofs.ts';
import { renderApp, signIn } from '../../test/render-app.tsx';
import { addressOf, balanceOf, idOf, omid, sara } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
import { ProofDialogHost } from '../../identity/proof/proof-dialog-host.tsx';
// Fetched when they are first opened: here before the test, whose patience is not for that.
import './contact-dialogs.tsx';
import { nameProblem } from './contact-fields.tsx';
import './edit-contact-dialog.tsx';
import { ContactPicker } from './contact-picker.tsx';
import { ContactsPanel } from './contacts-panel.tsx';

const contact: Contact = { id: idOf(7), name: 'Omid', walletAddress: omid.walletAddress, isFavorite: false };

async function renderPanel(contacts: readonly Contact[] = [contact]) {
  serveAccount({ contacts });
  const onSend = listener();
  await renderApp(
    <>
      <ContactsPanel onSend={onSend} />
      <ProofDialogHost user={sara} />
    </>,
    { as: sara },
  );
  return onSend;
}

describe('the list', () => {
  it('says that it is on its way, and then who is in it', async () => {
    serveAccount();
    const held = server.hold(listContacts, { success: true, contacts: [contact] });
    await renderApp(<ContactsPanel onSend={undefined} />, { as: sara });
    await expect.element(page.getByRole('status').getByText('Loading contacts')).toBeInTheDocument();
    held.release();
    await expect.element(page.getByRole('listitem')).toMatchTextContent('Omid');
  });

  it('is kept for times without a connection, and says then from when it is', async () => {
    signIn(sara);
    keepLastKnown({ user: sara, balance: balanceOf(), atMs: 1000 });
    await renderPanel();
    await expect.element(page.getByRole('listitem')).toMatchTextContent('Omid');
    expect(readLastKnown()?.lists).toMatchObject([{ data: [contact] }]);
    expect(page.getByTestId('answer-age').query()).toBeNull();
    server.setAway(true);
    connection.reportSilence();
    await expect.element(page.getByTestId('answer-age')).toMatchTextContent(/^As of /);
  });

  it.each(['maryam@example.com', 'maryam.sadeghi.of.the.house@mail.a-long-name.example.com'])(
    'has the whole of %s, however narrow it is',
    async (email) => {
      const { innerWidth, innerHeight } = window;
      onTestFinished(() => page.viewport(innerWidth, innerHeight));
      await page.viewport(320, 700);
      await renderPanel([{ ...contact, email }]);
      const shown = page.getByText(email, { exact: true });
      await expect.element(shown).toBeVisible();
      const { scrollWidth, clientWidth } = shown.element();
      expect(scrollWidth).toBe(clientWidth);
      expect(document.documentElement.scrollWidth).toBe(320);
    },
  );

  it('that is empty says what to do', async () => {
    await renderPanel([]);
    await expect.element(page.getByText('No contacts yet')).toBeVisible();
  });

  it('that can’t be loaded says so in the server’s words, and is loaded on demand', async () => {
    server.refuse(listContacts, 'Busy', { message: 'Not now.' });
    await renderApp(<ContactsPanel onSend={undefined} />, { as: sara });
    await expect.element(page.getByRole('alert')).toMatchTextContent('Not now.');
    server.reply(listContacts, { success: true, contacts: [contact] });
    await button('Try again').click();
    await expect.element(page.getByRole('listitem')).toMatchTextContent('Omid');
  });

  it('leads to a transfer, but not while nothing can be sent', async () => {
    const onSend = await renderPanel();
    await page.getByTitle('Send to Omid').click();
    expect(onSend).toHaveBeenCalledWith(contact);
  });
});

describe('a star', () => {
  it('shows at once, and goes back where the server says no', async () => {
    await renderPanel();
    const held = server.hold(updateContact, { success: true, contact: { ...contact, isFavorite: true } });
    await button('Add Omid to favorites').click();
    await expect.element(button('Remove Omid from favorites')).toHaveAttribute('aria-pressed', 'true');
    held.release();
    await expect.element(button('Add Omid to favorites')).toBeVisible();
    server.refuse(updateContact, 'NotFound', { message: 'This contact is gone.' });
    await button('Add Omid to favorites').click();
    await expectToast('This contact is gone.');
    await expectProblem('This contact is gone.');
    await expect.element(button('Add Omid to favorites')).toHaveAttribute('aria-pressed', 'false');
    expect(server.calls(updateContact)[0]).toMatchObject({
      params: { id: contact.id },
      body: { isFavorite: true },
    });
  });
});

describe('a new contact', () => {
  const save = () => button('Save contact');

  const mine = addressOf(9);

  async function open(contacts?: readonly Contact[]) {
    await renderPanel(contacts);
    await button('Add').click();
    await expect.element(field('Name')).toHaveFocus();
  }

  it('needs a name and a right address, each told at its field', async () => {
    await open();
    await save().click();
    await expectFieldError(field('Name'), 'Enter a name');
    await expectFieldError(field('@username or address'), 'Enter a @username or an address');
    await expect.element(field('Name')).toHaveFocus();
    await field('Name').fill('Mina');
    await field('@username or address').fill('mrcy1nothing');
    await save().click();
    await expectFieldError(
      field('@username or address'),
      'This isn’t a @username or a complete MRCY address.',
    );
    expect(server.callCount(createContact)).toBe(0);
  });

  it('is saved once, trimmed, and the dialog closes', async () => {
    await open();
    const held = server.hold(createContact, { success: true, contact });
    await field('Name').fill(' Mina ');
    await field('@username or address').fill(` ${mine} `);
    pressTwice(save());
    await expect.element(save()).toHaveAttribute('aria-busy', 'true');
    held.release();
    await expectToast('Contact saved');
    await expect.element(page.getByRole('dialog', { name: 'New contact' })).not.toBeInTheDocument();
    expect(server.calls(createContact).map(({ body }) => body)).toEqual([
      { name: 'Mina', walletAddress: mine },
    ]);
  });

  it('keeps an email, if there is a right one', async () => {
    await open();
    await field('Name').fill('Mina');
    await field('@username or address').fill(mine);
    await expect.element(field('Email (optional)')).toHaveAccessibleDescription(/^Only you see it\./);
    await field('Email (optional)').fill('mina@');
    await save().click();
    await expectFieldError(field('Email (optional)'), 'Please enter a valid email address');
    expect(server.callCount(createContact)).toBe(0);
    server.reply(createContact, { success: true, contact });
    await field('Email (optional)').fill('mina@example.com');
    await save().click();
    await expectToast('Contact saved');
    expect(server.calls(createContact).map(({ body }) => body)).toEqual([
      { name: 'Mina', walletAddress: mine, email: 'mina@example.com' },
    ]);
  });

  it.each(['ContactExists', 'TooManyContacts', 'RateLimitExceeded', 'Busy'] as const)(
    'that is refused with %s says so, and keeps what was typed',
    async (code) => {
      await open();
      server.refuse(createContact, code, { message: 'It can’t be saved.' });
      await field('Name').fill('Mina');
      await field('@username or address').fill(mine);
      await save().click();
      await expect.element(page.getByText('It can’t be saved.')).toBeVisible();
      await expect.element(field('Name')).toHaveValue('Mina');
      await expect.element(field('@username or address')).toHaveValue(mine);
    },
  );

  it('wants the password first where the server asks for it, and is then saved', async () => {
    await open();
    wantProof(createContact, { success: true, contact });
    await field('Name').fill('Mina');
    await field('@username or address').fill(mine);
    await save().click();
    await expect.element(proofDialog()).toBeVisible();
    await showPassword();
    await expectToast('Contact saved');
    expect(server.callCount(createContact)).toBe(2);
  });

  it('that looks like a known address has to be compared first', async () => {
    const lookAlike = `${mine.slice(0, 12)}${'q'.repeat(mine.length - 18)}${mine.slice(-6)}`;
    await open([{ ...contact, walletAddress: lookAlike }]);
    await field('Name').fill('Mina');
    await field('@username or address').fill(mine);
    await expect.element(save()).toBeDisabled();
    await checkbox('I’ve compared both addresses and want to save the one I entered').click();
    await expect.element(save()).toBeEnabled();
  });
});

describe('a change', () => {
  const email = () => field('Email (optional)');
  const dialog = () => page.getByRole('dialog', { name: 'Edit contact' });

  it('begins with what there is, is checked at its fields, and is saved', async () => {
    await renderPanel([{ ...contact, email: 'omid@example.com' }]);
    await expect.element(page.getByRole('listitem')).toMatchTextContent('omid@example.com');
    await button('Edit Omid').click();
    await expect.element(dialog()).toMatchTextContent(contact.walletAddress);
    await expect.element(field('Name')).toHaveValue('Omid');
    await expect.element(email()).toHaveValue('omid@example.com');
    await field('Name').fill(' ');
    await email().fill('omid');
    await button('Save contact').click();
    await expectFieldError(field('Name'), 'Enter a name');
    await expectFieldError(email(), 'Please enter a valid email address');
    expect(server.callCount(updateContact)).toBe(0);
    server.reply(updateContact, { success: true, contact });
    await field('Name').fill('My brother ');
    await email().fill('brother@example.com');
    await button('Save contact').click();
    await expectToast('Contact saved');
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(server.calls(updateContact)[0]).toMatchObject({
      params: { id: contact.id },
      body: { name: 'My brother', email: 'brother@example.com' },
    });
  });

  it('that empties the email says so to the server; one that is refused keeps what was typed', async () => {
    await renderPanel([{ ...contact, email: 'omid@example.com' }]);
    await button('Edit Omid').click();
    server.refuse(updateContact, 'NotFound', { message: 'This contact is gone.' });
    await email().fill('');
    await button('Save contact').click();
    await expect.element(page.getByText('This contact is gone.')).toBeVisible();
    await expect.element(email()).toHaveValue('');
    expect(server.calls(updateContact).map(({ body }) => body)).toEqual([{ name: 'Omid', email: '' }]);
  });
});

describe('a choice for a form', () => {
  async function renderPicker() {
    serveAccount();
    server.replyBy(listContacts, ({ query }): ReplyOf<typeof listContacts> => {
      const isFound = 'omid'.includes(query['search'] ?? '') && query['type'] !== 'recent';
      return { success: true, contacts: isFound ? [contact] : [] };
    });
    const onChoose = listener();
    await renderApp(<ContactPicker onChoose={onChoose} />, { as: sara });
    return onChoose;
  }

  it('is made among all, the favorites or those who were paid last, and found by a part of the name', async () => {
    const onChoose = await renderPicker();
    const asked = () => server.calls(listContacts).at(-1)?.query;
    await page.getByRole('tab', { name: 'Recent' }).click();
    await expect.poll(asked).toEqual({ type: 'recent' });
    await expect.element(page.getByText('People you send to appear here.')).toBeVisible();
    await page.getByRole('tab', { name: 'Favorites' }).click();
    await page.getByRole('searchbox', { name: 'Search by name, email, or address' }).fill('omi');
    await page.getByTitle('Send to Omid').click();
    expect(onChoose).toHaveBeenCalledWith(contact);
    await expect.poll(asked).toEqual({ type: 'favorites', search: 'omi' });
  });

  it('that finds nobody says so', async () => {
    await renderPicker();
    await page.getByRole('searchbox', { name: 'Search by name, email, or address' }).fill('nobody');
    await expect.element(page.getByText('No contacts match your search.')).toBeVisible();
  });
});

describe('removing', () => {
  it('begins anew each time: what failed before is not told of the next one', async () => {
    await renderPanel();
    server.refuse(deleteContact, 'Busy', { message: 'Not now.' });
    await button('Remove Omid').click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect.element(page.getByText('Not now.')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await button('Remove Omid').click();
    await expect.element(page.getByRole('dialog', { name: 'Remove this contact?' })).toBeVisible();
    await expect.element(page.getByText('Not now.')).not.toBeInTheDocument();
  });

  it('is asked about, and told', async () => {
    await renderPanel();
    await button('Remove Omid').click();
    await expect.element(page.getByRole('dialog', { name: 'Remove this contact?' })).toBeVisible();
    server.refuse(deleteContact, 'Busy', { message: 'Not now.' });
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect.element(page.getByText('Not now.')).toBeVisible();
    server.reply(deleteContact, null);
    server.reply(listContacts, { success: true, contacts: [] });
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expectToast('Contact removed');
    await expect.element(page.getByText('No contacts yet')).toBeVisible();
  });
});

it('takes a name up to its longest and asks for one where there is none', () => {
  expect(nameProblem('Сара')).toBeUndefined();
  expect(nameProblem('x'.repeat(limits.nameLengthMax))).toBeUndefined();
  expect(nameProblem('x'.repeat(limits.nameLengthMax + 1))).toBe('invalid');
  expect(nameProblem('   ')).toBe('required');
});

it('refuses a name that would turn the text around it', () => {
  expect(nameProblem('Sara\u202e')).toBe('invalid');
});

it.each(['en', 'fa'] as const)(
  'in a narrow panel, in %s, shows both ends of an address, and each line begins where the others do',
  async (locale) => {
    // What the page of a phone of 360 px leaves.
    await page.viewport(328, 700);
    serveAccount({ contacts: [{ ...contact, email: 'omid@example.com' }] });
    await renderApp(<ContactsPanel onSend={listener()} />, { as: sara, locale });
    const row = page.getByRole('listitem');
    await expect.element(row).toMatchTextContent('Omid');
    const lines = [...row.element().querySelectorAll('bdi')];
    expect(lines.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toEqual([0, 0, 0]);
    const starts = lines.map((line) => {
      const { left, right } = line.getBoundingClientRect();
      return Math.round(locale === 'fa' ? right : left);
    });
    expect(new Set(starts).size).toBe(1);
    await page.viewport(1024, 800);
  },
);
