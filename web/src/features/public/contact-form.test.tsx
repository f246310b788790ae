import { sendContactMessage } from '@mercury/contract/api/contact-form.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { holdClock, passTime } from '../../test/clock.ts';
import {
  button,
  expectFieldError,
  expectFieldRight,
  expectToast,
  field,
  pressTwice,
} from '../../test/fields.ts';
import { renderApp } from '../../test/render-app.tsx';
import { type configOf, success } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
import { ContactForm } from './contact-form.tsx';

const submit = () => button('Send message');
const message = 'My deposit has not arrived yet, what can I do?';
const sent = 'Your message has been sent. We will answer by email.';
const written = { Name: 'Sara', Email: 'sara@example.com', Subject: 'My deposit', Message: message };
const nobody = { name: '', email: '' };

async function renderForm(author = nobody, config: Partial<ReturnType<typeof configOf>> = {}) {
  serveAccount({ config });
  return renderApp(<ContactForm author={author} />);
}

async function fillIn() {
  for (const [name, entry] of Object.entries(written)) await field(name).fill(entry);
}

async function expectEntries(entries: typeof written) {
  for (const [name, entry] of Object.entries(entries)) {
    await expect.element(field(name)).toHaveValue(entry);
  }
}

async function sendAndWait() {
  await submit().click();
  await passTime(2000);
}

describe('what is wrong', () => {
  it('stands at each field with its bound, and the first takes the focus', async () => {
    await renderForm();
    await field('Name').fill('S');
    await field('Subject').fill('Hi');
    await field('Message').fill('Nineteen characters');
    await expect.element(field('Message')).not.toHaveAttribute('aria-invalid');
    await submit().click();
    await expectFieldError(field('Name'), 'Name must be at least 2 characters');
    await expectFieldError(field('Email'), 'Please enter a valid email address');
    await expectFieldError(field('Subject'), 'Subject must be at least 5 characters');
    await expectFieldError(field('Message'), 'Message must be at least 20 characters');
    await expect.element(field('Name')).toHaveFocus();
    expect(server.callCount(sendContactMessage)).toBe(0);
  });

  it('is taken back as soon as it is right', async () => {
    await renderForm();
    await submit().click();
    for (const [name, right] of [
      ['Name', 'Al'],
      ['Email', 'al@example.com'],
      ['Subject', 'Hello'],
      ['Message', 'Nineteen characters.'],
    ] as const) {
      await expectFieldError(field(name), '');
      await field(name).fill(right);
      await expectFieldRight(field(name));
    }
  });
});

it('is sent once, takes two seconds at least, says so and begins anew', async () => {
  await renderForm();
  holdClock();
  server.reply(sendContactMessage, success());
  await fillIn();
  pressTwice(submit());
  await expect.poll(() => server.callCount(sendContactMessage)).toBe(1);
  await expect.element(submit()).toHaveAttribute('aria-busy', 'true');
  await passTime(1500);
  expect(page.getByText(sent).query()).toBeNull();
  await passTime(500);
  await expectToast(sent);
  await expectEntries({ Name: '', Email: '', Subject: '', Message: '' });
  expect(server.calls(sendContactMessage).map(({ body }) => body)).toEqual([
    { name: 'Sara', email: 'sara@example.com', subject: 'My deposit', message },
  ]);
});

describe('a message that is not taken', () => {
  it('for a field says so there, and stays', async () => {
    await renderForm();
    holdClock();
    server.refuse(sendContactMessage, 'ValidationFailed', {
      message: 'Look at the fields.',
      errors: [{ field: 'subject', message: 'Say more.' }],
    });
    await fillIn();
    await sendAndWait();
    await expectFieldError(field('Subject'), 'Say more.');
    await expect.element(field('Subject')).toHaveFocus();
    await expectEntries(written);
  });

  it.each(['RateLimitExceeded', 'Busy'] as const)(
    'with %s says so in the server’s words, and stays',
    async (code) => {
      await renderForm();
      holdClock();
      server.refuse(sendContactMessage, code, { message: 'Not now.' });
      await fillIn();
      await sendAndWait();
      await expectToast('Not now.');
      await expect.element(field('Message')).toHaveValue(message);
    },
  );

  it('for want of an answer stays, and can be sent again', async () => {
    await renderForm();
    holdClock();
    server.loseAnswer(sendContactMessage);
    await fillIn();
    await sendAndWait();
    await expectToast('Network error. Please check your internet connection.');
    await expectEntries(written);
    server.reply(sendContactMessage, success());
    await sendAndWait();
    await expectToast(sent);
  });
});

it('where money is simulated takes two seconds all the same, and makes no call', async () => {
  await renderForm(nobody, { moneyMode: 'simulated' });
  holdClock();
  await fillIn();
  await submit().click();
  await passTime(1500);
  expect(page.getByText(sent).query()).toBeNull();
  await passTime(500);
  await expectToast(sent);
  await expect.element(field('Message')).toHaveValue('');
  expect(server.callCount(sendContactMessage)).toBe(0);
});

it('knows who is signed in, also late, and keeps what was typed by then', async () => {
  const { rerender } = await renderForm();
  await field('Subject').fill('My deposit');
  await rerender(<ContactForm author={{ name: 'Sara', email: 'sara@example.com' }} />);
  await expect.element(field('Name')).toHaveValue('Sara');
  await expect.element(field('Email')).toHaveValue('sara@example.com');
  await expect.element(field('Subject')).toHaveValue('My deposit');
});
