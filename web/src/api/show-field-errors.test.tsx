import { useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { button, field } from '../test/fields.ts';
import { renderApp } from '../test/render-app.tsx';
import { ApiError } from './api-error.ts';
import { showFieldErrors } from './show-field-errors.ts';

/** A form of three fields whose server answers every submission with the error. */
function Form({ error }: { error: unknown }) {
  const form = useForm({ defaultValues: { name: 'Sara', secret: 'silver', email: 'sara@example.com' } });
  const { errors } = form.formState;
  const send = form.handleSubmit(() => showFieldErrors(form, error, { password: 'secret' }));
  return (
    <form onSubmit={(event) => void send(event)}>
      {(['name', 'secret', 'email'] as const).map((name) => (
        <div key={name}>
          <label htmlFor={name}>{name}</label>
          <input id={name} {...form.register(name)} aria-describedby={`${name}-error`} />
          <span id={`${name}-error`}>{errors[name]?.message}</span>
        </div>
      ))}
      <button type="submit">Send</button>
    </form>
  );
}

async function submit(error: unknown): Promise<void> {
  await renderApp(<Form error={error} />);
  await button('Send').click();
}

const refusal = (code: 'ValidationFailed' | 'WrongPassword', fields: readonly string[] = []) =>
  new ApiError({
    code,
    message: 'This is not your password.',
    status: 400,
    errors: fields.map((name) => ({ field: name, message: `The ${name} is wrong.` })),
  });

it('stands under each field that the server names, and the first of them has the focus', async () => {
  await submit(refusal('ValidationFailed', ['name', 'elsewhere', 'email']));
  await expect.element(field('name')).toHaveAccessibleDescription('The name is wrong.');
  await expect.element(field('email')).toHaveAccessibleDescription('The email is wrong.');
  await expect.element(field('secret')).toHaveAccessibleDescription('');
  await expect.element(field('name')).toHaveFocus();
});

it('says that the password is wrong where this form has its password', async () => {
  await submit(refusal('WrongPassword'));
  await expect.element(field('secret')).toHaveAccessibleDescription('This is not your password.');
  await expect.element(field('secret')).toHaveFocus();
});

it('says nothing at a field of a lost answer', async () => {
  await submit(new ApiError({ code: 'NetworkError', message: '', status: null }));
  for (const name of ['name', 'secret', 'email']) {
    await expect.element(field(name)).toHaveAccessibleDescription('');
  }
  await expect.element(button('Send')).toHaveFocus();
});
