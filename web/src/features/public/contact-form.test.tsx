import { sendContactMessage } from '@mercury/contract/api/contact-form.ts';
import { describe, expect, it } from 'vitest';
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
import { success } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
import { ContactForm } from './contact-form.tsx';

const submit = () => button('Send message');
const message = 'My deposit has not arrived yet, what can I do?';
const nobody = { name: '', email: '' };

async function renderForm(author = nobody) {
  serveAccount();
  return renderApp(<ContactForm author={author} />);
}

async function fillIn() {
  await field('Name').fill('Sara');
  await field('Email').fill('sara@example.com');
  await field('Subject').fill('My deposit');
  await field('Message').fill(message);
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
    await field('Message').fill('Too short');
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
    await fillIn();
    for (const name of ['Name', 'Email', 'Subject', 'Message']) await expectFieldRight(field(name));
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
  await passTime(2000);
  await expectToast('Your message has been sent. We will answer by email.');
  await expect.element(field('Message')).toHaveValue('');
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
    await expect.element(field('Message')).toHaveValue(message);
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
    server.reply(sendContactMessage, success());
    await sendAndWait();
    await expectToast('Your message has been sent. We will answer by email.');
  });
});

it('knows who is signed in, also late, and keeps what was typed by then', async () => {
  const { rerender } = await renderForm();
  await field('Subject').fill('My deposit');
  await rerender(<ContactForm author={{ name: 'Sara', email: 'sara@example.com' }} />);
  await expect.element(field('Name')).toHaveValue('Sara');
  await expect.element(field('Email')).toHaveValue('sara@example.com');
  await expect.element(field('Subject')).toHaveValue('My deposit');
});
