import { prove, setPhrase } from '@mercury/contract/api/security.ts';
import { getProfile } from '@mercury/contract/api/users.ts';
import { useQuery } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { callWithProof } from '../../api/proof.ts';
import { useCancellableCommand } from '../../api/use-command.ts';
import { profileQuery } from '../../api/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { button, expectFieldError, field, pressTwice } from '../../test/fields.ts';
import { proofDialog, showPassword, wantProof } from '../../test/proofs.ts';
import { renderApp } from '../../test/render-app.tsx';
import { sara, success } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { ProofDialogHost } from './proof-dialog-host.tsx';

const careful = { ...sara, twoFactorEnabled: true };
const confirm = () => proofDialog().getByRole('button', { name: 'Confirm' });
const password = () => field('Password');
const code = () => field('Authenticator code');
const outcome = () => page.getByTestId('outcome');

/** Any command that needs a proof. */
function Command() {
  const { mutate, isPending, isSuccess, error } = useCancellableCommand({
    mutationFn: () => callWithProof(setPhrase, { body: { phrase: 'silver fox' } }),
  });
  const state = isPending ? 'under way' : isSuccess ? 'done' : (error?.name ?? 'nothing');
  return (
    <>
      <Button onClick={() => mutate()}>Do it</Button>
      <output data-testid="outcome">{state}</output>
    </>
  );
}

/** The host as pages mount it. */
function Page() {
  const { data: user } = useQuery({ ...profileQuery, staleTime: Infinity });
  return (
    <>
      <Command />
      {user && <ProofDialogHost user={user} />}
    </>
  );
}

async function open(user = sara) {
  wantProof(setPhrase, success('Done'));
  await renderApp(<Page />, { as: user });
  await button('Do it').click();
  await expect.element(proofDialog()).toBeVisible();
}

describe('what is done in a session that is not fresh', () => {
  it('waits for the password, which is sent alone, and is then done once more', async () => {
    await open();
    await expect.element(proofDialog()).toHaveAccessibleDescription(/Enter your password to continue/);
    await expect.element(password()).toHaveFocus();
    await expect.element(outcome()).toHaveTextContent('under way');
    await showPassword('Passw0rd!');
    await expect.element(proofDialog()).not.toBeInTheDocument();
    await expect.element(outcome()).toHaveTextContent('done');
    expect(server.calls(prove).map(({ body }) => body)).toEqual([{ password: 'Passw0rd!' }]);
    expect(server.callCount(setPhrase)).toBe(2);
    await expect.element(button('Do it')).toHaveFocus();
  });

  it('waits for a code where two-factor is on, and asks for no password', async () => {
    await open(careful);
    await expect
      .element(proofDialog())
      .toHaveAccessibleDescription(/Enter the code from your authenticator app/);
    await expect.element(code()).toHaveFocus();
    expect(password().query()).toBeNull();
    await code().fill('123456');
    await confirm().click();
    await expect.element(outcome()).toHaveTextContent('done');
    expect(server.calls(prove).map(({ body }) => body)).toEqual([{ twoFactorCode: '123456' }]);
  });

  it('is not done where they would rather not, without a word', async () => {
    await open();
    await proofDialog().getByRole('button', { name: 'Cancel' }).click();
    await expect.element(proofDialog()).not.toBeInTheDocument();
    await expect.element(outcome()).toHaveTextContent('nothing');
    expect(server.callCount(prove)).toBe(0);
    expect(server.callCount(setPhrase)).toBe(1);
  });

  it('is asked for anew the next time, with an empty field', async () => {
    await open();
    await password().fill('typed');
    await userEvent.keyboard('{Escape}');
    await expect.element(outcome()).toHaveTextContent('nothing');
    await button('Do it').click();
    await expect.element(password()).toHaveValue('');
  });

  it('is given up when its person is signed in no more', async () => {
    wantProof(setPhrase, success('Done'));
    const { rerender } = await renderApp(
      <>
        <Command />
        <ProofDialogHost user={sara} />
      </>,
      { as: sara },
    );
    await button('Do it').click();
    await expect.element(proofDialog()).toBeVisible();
    await rerender(<Command />);
    await expect.element(proofDialog()).not.toBeInTheDocument();
    await expect.element(outcome()).toHaveTextContent('nothing');
  });
});

describe('the question', () => {
  it('is sent once however fast it is pressed, and shows that it is under way', async () => {
    await open();
    const held = server.hold(prove, success());
    await password().fill('Passw0rd!');
    pressTwice(confirm());
    await expect.element(confirm()).toHaveAttribute('aria-busy', 'true');
    held.release();
    await expect.element(proofDialog()).not.toBeInTheDocument();
    expect(server.callCount(prove)).toBe(1);
  });

  it('wants an answer, told at its field', async () => {
    await open();
    await confirm().click();
    await expectFieldError(password(), 'This field is required');
    await expect.element(password()).toHaveFocus();
    expect(server.callCount(prove)).toBe(0);
  });

  it('wants six digits where it is a code', async () => {
    await open(careful);
    await confirm().click();
    await expectFieldError(code(), 'Enter the code from your authenticator app');
    await code().fill('12345');
    await confirm().click();
    await expectFieldError(code(), 'Enter all 6 digits of the code');
    expect(server.callCount(prove)).toBe(0);
  });

  it('tells at the password that it is wrong, and can be answered again', async () => {
    await open();
    server.refuse(prove, 'WrongPassword', { message: 'This is not your password.' });
    await showPassword('wrong');
    await expectFieldError(password(), 'This is not your password.');
    await expect.element(password()).toHaveFocus();
    await expect.element(password()).toHaveValue('wrong');
    expect(proofDialog().getByRole('alert').query()).toBeNull();
    wantProof(setPhrase, success('Done'));
    await showPassword('right');
    await expect.element(outcome()).toHaveTextContent('done');
  });

  it('tells at the code that it is wrong', async () => {
    await open(careful);
    server.refuse(prove, 'InvalidTwoFactorCode', { message: 'Wrong code.' });
    await code().fill('123456');
    await confirm().click();
    await expectFieldError(code(), 'Wrong code.');
    await expect.element(code()).toHaveFocus();
  });

  it.each([
    ['RateLimitExceeded', 'Too often.'],
    ['Busy', 'Come back soon.'],
  ] as const)(
    'refused with %s says so above its field, and keeps what was typed',
    async (errorCode, message) => {
      await open();
      server.refuse(prove, errorCode, { message });
      await showPassword('Passw0rd!');
      await expect.element(proofDialog().getByText(message)).toBeVisible();
      await expect.element(password()).not.toHaveAttribute('aria-invalid');
      await expect.element(password()).toHaveValue('Passw0rd!');
    },
  );

  it('that gets no answer blames the connection', async () => {
    await open();
    server.loseAnswer(prove);
    await showPassword();
    await expect
      .element(proofDialog().getByText('Network error. Please check your internet connection.'))
      .toBeVisible();
  });

  it('turns to the code where two-factor was turned on elsewhere meanwhile', async () => {
    await open();
    server.reply(getProfile, { success: true, data: { user: careful } });
    server.refuse(prove, 'TwoFactorCodeRequired', { message: 'A code is needed.' });
    await showPassword();
    await expect.element(code()).toBeVisible();
    expect(password().query()).toBeNull();
    wantProof(setPhrase, success('Done'));
    await code().fill('123456');
    await confirm().click();
    await expect.element(outcome()).toHaveTextContent('done');
    expect(server.calls(prove).at(-1)?.body).toEqual({ twoFactorCode: '123456' });
  });

  it('turns to the password where two-factor was turned off elsewhere meanwhile', async () => {
    await open(careful);
    server.reply(getProfile, { success: true, data: { user: sara } });
    server.refuse(prove, 'ValidationFailed', {
      message: 'Look at the fields.',
      errors: [{ field: 'password', message: 'Required.' }],
    });
    await code().fill('123456');
    await confirm().click();
    await expect.element(password()).toBeVisible();
    expect(code().query()).toBeNull();
  });
});
