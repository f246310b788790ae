import {
  answerMessage,
  type ContactMessage,
  listMessages,
  openMessage,
} from '@mercury/contract/console/messages.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole } from '../../test/console.tsx';
import { button, expectFieldError, expectProblem, expectToast, field } from '../../test/fields.ts';
import { currentPath } from '../../test/render-app.tsx';
import { server } from '../../test/stand-in-server.ts';

const id = '018f0000-0000-7000-8000-000000000021';
const moment = '2026-11-01T09:00:00.000Z';
const listed = {
  id,
  name: 'Ada',
  email: 'ada@example.com',
  subject: 'A question',
  writtenAt: moment,
  readAt: null,
  answeredAt: null,
};
const message: ContactMessage = {
  ...listed,
  readAt: moment,
  message: 'How long?\nI wait.',
  locale: 'fa',
  answers: [],
};
const answered: ContactMessage = {
  ...message,
  answeredAt: moment,
  answers: [{ id, answer: 'A day.', answeredBy: 'Omid Karimi', answeredAt: moment }],
};
const answers = () => page.getByTestId('answer');

describe('the messages', () => {
  it('are listed with what is unread, and lead to each', async () => {
    server.reply(listMessages, { success: true, messages: [listed], nextCursor: null });
    server.reply(openMessage, { success: true, message });
    await openConsole('/console/messages', 'support');
    await expect.element(page.getByTestId('message')).toMatchTextContent(/A question.*Unread/);
    await page.getByRole('link', { name: 'A question' }).click();
    await expect.poll(currentPath).toBe(`/console/messages/${id}`);
    await expect.element(page.getByText('How long?', { exact: false })).toBeVisible();
  });

  it('that are none or could not be loaded say so', async () => {
    server.refuse(listMessages, 'ServerError', { message: 'Out of order.' });
    await openConsole('/console/messages', 'support');
    await expect.element(page.getByText('Messages could not be loaded')).toBeVisible();
    server.reply(listMessages, { success: true, messages: [], nextCursor: null });
    await button('Try again').click();
    await expect.element(page.getByText('No messages')).toBeVisible();
  });
});

describe('an answer', () => {
  it('is sent by mail and then shown', async () => {
    server.reply(openMessage, { success: true, message });
    server.reply(answerMessage, { success: true, message: answered });
    await openConsole(`/console/messages/${id}`, 'support');
    await button('Send').click();
    await expectFieldError(field('Your answer'), 'This field is required');
    await field('Your answer').fill('A day.');
    await button('Send').click();
    await expectToast('Answer sent');
    await expect.element(answers()).toMatchTextContent(/A day\..*Omid Karimi/);
    await expect.element(field('Your answer')).toHaveValue('');
    expect(server.calls(answerMessage)[0]?.body).toEqual({ answer: 'A day.', answersSeen: 0 });
  });

  it('beside somebody else’s is refused, shows theirs and keeps what was typed', async () => {
    server.reply(openMessage, { success: true, message });
    await openConsole(`/console/messages/${id}`, 'support');
    await field('Your answer').fill('Two days.');
    server.refuse(answerMessage, 'MessageAnswered', { message: 'Somebody else has answered.' });
    server.reply(openMessage, { success: true, message: answered });
    await button('Send').click();
    await expectProblem('Somebody else has answered.');
    await expect.element(answers()).toMatchTextContent(/A day\./);
    await expect.element(field('Your answer')).toHaveValue('Two days.');
    server.reply(answerMessage, { success: true, message: answered });
    await button('Send').click();
    await expectToast('Answer sent');
    expect(server.calls(answerMessage).at(-1)?.body).toEqual({ answer: 'Two days.', answersSeen: 1 });
  });

  it('is not offered to a role that only reads', async () => {
    server.reply(openMessage, { success: true, message });
    await openConsole(`/console/messages/${id}`, 'compliance');
    await expect.element(page.getByText('How long?', { exact: false })).toBeVisible();
    expect(field('Your answer').query()).toBeNull();
  });
});
