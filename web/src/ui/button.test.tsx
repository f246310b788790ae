import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { connection } from '../connection.ts';
import { button } from '../test/fields.ts';
import { listener } from '../test/listener.ts';
import { renderApp } from '../test/render-app.tsx';
import { server } from '../test/stand-in-server.ts';
import { Button } from './button.tsx';
import { OnlineButton } from './online-button.tsx';
import { PasswordField } from './password-field.tsx';
import { ErrorState } from './state-message.tsx';

describe('a busy button', () => {
  it('keeps focus and name, and does nothing', async () => {
    const onClick = listener();
    await renderApp(
      <Button isBusy onClick={onClick}>
        Save
      </Button>,
    );
    await userEvent.click(button('Save'), { force: true });
    await expect.element(button('Save')).toHaveAttribute('aria-busy', 'true');
    await expect.element(button('Save')).toHaveFocus();
    expect(onClick).not.toHaveBeenCalled();
  });

  it('sends no form', async () => {
    const onSubmit = vi.fn<(event: React.FormEvent) => void>((event) => event.preventDefault());
    await renderApp(
      <form onSubmit={onSubmit}>
        <Button type="submit" isBusy>
          Save
        </Button>
      </form>,
    );
    await userEvent.click(button('Save'), { force: true });
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

it('a button sends no form unless it says so', async () => {
  const onSubmit = vi.fn<(event: React.FormEvent) => void>((event) => event.preventDefault());
  await renderApp(
    <form onSubmit={onSubmit}>
      <Button>Add</Button>
    </form>,
  );
  await button('Add').click();
  expect(onSubmit).not.toHaveBeenCalled();
});

it('a button that moves money says why it waits without a connection, and works again with one', async () => {
  const onClick = listener();
  await renderApp(<OnlineButton onClick={onClick}>Send</OnlineButton>);
  server.setAway(true);
  connection.reportSilence();
  await expect.element(button('Send')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(button('Send')).toHaveAccessibleDescription(/Mercury can’t be reached/);
  await userEvent.click(button('Send'), { force: true });
  expect(onClick).not.toHaveBeenCalled();
  connection.reportAnswer();
  await button('Send').click();
  expect(onClick).toHaveBeenCalledTimes(1);
});

it('a password is shown on demand, and keeps what was typed', async () => {
  const { getByLabelText } = await renderApp(
    <PasswordField label="Password" autoComplete="current-password" />,
  );
  const password = getByLabelText('Password');
  await password.fill('secret');
  await expect.element(password).toHaveAttribute('type', 'password');
  await button('Show password').click();
  await expect.element(password).toHaveAttribute('type', 'text');
  await expect.element(button('Hide password')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(password).toHaveValue('secret');
});

it('what could not be loaded is an alert with a way to try again, once at a time', async () => {
  const onRetry = listener();
  const { getByRole, rerender } = await renderApp(<ErrorState title="No coins" onRetry={onRetry} />);
  await expect.element(getByRole('alert')).toMatchTextContent(/Please try again/);
  await button('Try again').click();
  await rerender(<ErrorState title="No coins" onRetry={onRetry} isRetrying />);
  await userEvent.click(button('Try again'), { force: true });
  expect(onRetry).toHaveBeenCalledTimes(1);
});
