import { getSecurity, prove, setPhrase } from '@mercury/contract/api/security.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { button, expectFieldError, expectToast, field, pressTwice } from '../../test/fields.ts';
import { proofDialog, showPassword, wantProof } from '../../test/proofs.ts';
import { renderApp } from '../../test/render-app.tsx';
import { sara, securityOf, success } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { ProofDialogHost } from '../proof/proof-dialog-host.tsx';
import { PhraseCard } from './phrase-card.tsx';

const present = () => page.getByRole('blockquote');

async function open(phrase: string | null = null) {
  server.reply(getSecurity, securityOf({ phrase }));
  await renderApp(
    <>
      <PhraseCard />
      <ProofDialogHost user={sara} />
    </>,
    { as: sara },
  );
  await expect.element(field(phrase === null ? 'Phrase' : 'New phrase')).toBeVisible();
}

it('needs three characters, and none that hide or reorder others', async () => {
  await open();
  await field('Phrase').fill('ab');
  await button('Set phrase').click();
  await expectFieldError(field('Phrase'), 'The phrase must be at least 3 characters');
  await field('Phrase').fill('a'.repeat(61));
  await button('Set phrase').click();
  await expectFieldError(field('Phrase'), 'This is too long');
  await field('Phrase').fill('silver\u202Efox');
  await button('Set phrase').click();
  await expectFieldError(field('Phrase'), 'This text contains characters that can’t be displayed');
  expect(server.callCount(setPhrase)).toBe(0);
});

it.each(['abc', 'a'.repeat(60)])('can be %s', async (phrase) => {
  await open();
  server.reply(setPhrase, success('Phrase saved'));
  await field('Phrase').fill(phrase);
  await button('Set phrase').click();
  await expectToast('Phrase saved');
  expect(server.calls(setPhrase).map(({ body }) => body)).toEqual([{ phrase }]);
});

it('is set once however fast it is pressed, without the spaces around it, and shown from then on', async () => {
  await open();
  expect(button('Remove phrase').query()).toBeNull();
  const held = server.hold(setPhrase, success('Phrase saved'));
  await field('Phrase').fill('  silver fox ');
  pressTwice(button('Set phrase'));
  await expect.element(button('Set phrase')).toHaveAttribute('aria-busy', 'true');
  server.reply(getSecurity, securityOf({ phrase: 'silver fox' }));
  held.release();
  await expectToast('Phrase saved');
  await expect.element(present()).toHaveTextContent('silver fox');
  await expect.element(field('New phrase')).toHaveValue('');
  expect(server.calls(setPhrase).map(({ body }) => body)).toEqual([{ phrase: 'silver fox' }]);
});

it('that gets no answer blames the connection, and stays in its field', async () => {
  await open();
  server.loseAnswer(setPhrase);
  await field('Phrase').fill('silver fox');
  await button('Set phrase').click();
  await expectToast('Network error. Please check your internet connection.');
  await expect.element(field('Phrase')).toHaveValue('silver fox');
  expect(present().query()).toBeNull();
});

it('is removed without a word typed', async () => {
  await open('silver fox');
  await expect.element(present()).toHaveTextContent('silver fox');
  const held = server.hold(setPhrase, success('Phrase removed'));
  await button('Remove phrase').click();
  await expect.element(button('Remove phrase')).toHaveAttribute('aria-busy', 'true');
  await expect.element(button('Change phrase')).not.toHaveAttribute('aria-busy');
  server.reply(getSecurity, securityOf());
  held.release();
  await expectToast('Phrase removed');
  await expect.element(present()).not.toBeInTheDocument();
  expect(server.calls(setPhrase).map(({ body }) => body)).toEqual([{ phrase: null }]);
});

it('is changed after a proof where the session is not fresh, and what was typed is sent', async () => {
  await open('silver fox');
  wantProof(setPhrase, success('Phrase saved'));
  await field('New phrase').fill('red fox');
  await button('Change phrase').click();
  await showPassword();
  await expectToast('Phrase saved');
  expect(server.calls(setPhrase).map(({ body }) => body)).toEqual([
    { phrase: 'red fox' },
    { phrase: 'red fox' },
  ]);
});

it('stays as it is, and what was typed too, where they would rather not prove themselves', async () => {
  await open('silver fox');
  wantProof(setPhrase, success('Phrase saved'));
  await field('New phrase').fill('red fox');
  await button('Change phrase').click();
  await proofDialog().getByRole('button', { name: 'Cancel' }).click();
  await expect.element(button('Change phrase')).not.toHaveAttribute('aria-busy');
  await expect.element(field('New phrase')).toHaveValue('red fox');
  expect(
    page
      .getByRole('region', { name: 'Notifications' })
      .getByText(/saved|not be saved|confirm/)
      .query(),
  ).toBeNull();
  expect(server.callCount(prove)).toBe(0);
});

it.each([
  ['Busy', { message: 'Not now.' }, 'Not now.'],
  ['Busy', {}, 'The phrase could not be saved.'],
  [
    'ValidationFailed',
    { message: 'Look at the fields.', errors: [{ field: 'phrase', message: 'Not this phrase.' }] },
    'Not this phrase',
  ],
] as const)('refused with %s and %o says so', async (code, details, text) => {
  await open();
  server.refuse(setPhrase, code, { ...details, errors: 'errors' in details ? [...details.errors] : [] });
  await field('Phrase').fill('silver fox');
  await button('Set phrase').click();
  await expectToast(text);
  await expect.element(field('Phrase')).toHaveValue('silver fox');
});
