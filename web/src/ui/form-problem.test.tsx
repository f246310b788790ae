import { useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '../api/api-error.ts';
import { showRefusal } from '../api/show-field-errors.ts';
import { button, expectFieldError, field } from '../test/fields.ts';
import { renderApp } from '../test/render-app.tsx';
import { FormProblem } from './form-problem.tsx';
import { TextField } from './text-field.tsx';

/** A form whose server answers with these errors, one after the other, and then accepts. */
function Form({ errors }: { errors: Error[] }) {
  const form = useForm({ defaultValues: { name: 'Sara', secret: 'silver' } });
  const submit = form.handleSubmit(() => {
    const error = errors.shift();
    if (error) showRefusal(form, error, { text: error.message, fields: { password: 'secret' } });
  });
  return (
    <form onSubmit={(event) => void submit(event)}>
      <TextField label="Name" {...form.register('name')} error={form.formState.errors.name?.message} />
      <TextField label="Secret" {...form.register('secret')} error={form.formState.errors.secret?.message} />
      <FormProblem control={form.control} />
      <button type="submit">Send</button>
    </form>
  );
}

const alert = page.getByRole('alert');

it('says at the form what no field is to blame for, until the next try', async () => {
  const busy = new ApiError({ status: 500, code: 'ServerError', message: 'Something broke.' });
  const late = new ApiError({ status: 429, code: 'RateLimitExceeded', message: 'Too many attempts.' });
  await renderApp(<Form errors={[busy, late]} />);
  await button('Send').click();
  await expect.element(alert).toHaveTextContent('Something broke.');
  await button('Send').click();
  await expect.element(alert).toHaveTextContent('Too many attempts.');
  await button('Send').click();
  await expect.element(alert).not.toBeInTheDocument();
});

it('leaves to the field what it is to blame for: it has the focus, and is read aloud', async () => {
  const wrong = new ApiError({ status: 403, code: 'WrongPassword', message: 'The password is wrong.' });
  await renderApp(<Form errors={[wrong]} />);
  await button('Send').click();
  await expectFieldError(field('Secret'), 'The password is wrong.');
  await expect.element(field('Secret')).toHaveFocus();
  await expect.element(alert).not.toBeInTheDocument();
  const text = page.getByText('The password is wrong.').element();
  expect(text.closest('[aria-live="polite"]')).not.toBeNull();
});
