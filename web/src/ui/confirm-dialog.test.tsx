import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { connection } from '../connection.ts';
import { button } from '../test/fields.ts';
import { listener } from '../test/listener.ts';
import { renderApp } from '../test/render-app.tsx';
import { server } from '../test/stand-in-server.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

type ConfirmDialogProps = Parameters<typeof ConfirmDialog>[0];

const dialog = () => page.getByRole('dialog', { name: 'Remove Ada?' });

function Sample(props: Partial<ConfirmDialogProps>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Ask
      </button>
      <ConfirmDialog
        title="Remove Ada?"
        description="Ada leaves the list."
        confirmLabel="Remove"
        onConfirm={() => undefined}
        {...props}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}

async function ask(props: Partial<ConfirmDialogProps> = {}) {
  const rendered = await renderApp(<Sample {...props} />);
  await button('Ask').click();
  await expect.element(dialog()).toBeVisible();
  return rendered;
}

it('says what follows from a yes, and a no gives the focus back without it', async () => {
  const onConfirm = listener();
  await ask({ onConfirm });
  await expect.element(dialog()).toHaveAccessibleDescription('Ada leaves the list.');
  await expect.element(button('Remove')).not.toHaveFocus();
  await button('Cancel').click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(button('Ask')).toHaveFocus();
  expect(onConfirm).not.toHaveBeenCalled();
});

it('takes no second yes while the first is under way', async () => {
  const onConfirm = listener();
  const { rerender } = await ask({ onConfirm });
  await button('Remove').click();
  await rerender(<Sample onConfirm={onConfirm} isBusy />);
  await expect.element(button('Remove')).toHaveAttribute('aria-busy', 'true');
  await userEvent.click(button('Remove'), { force: true });
  expect(onConfirm).toHaveBeenCalledOnce();
});

it('stays open with what went wrong, and can be answered again', async () => {
  const onConfirm = listener();
  await ask({ onConfirm, problem: 'Not now.' });
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('Not now.');
  await button('Remove').click();
  expect(onConfirm).toHaveBeenCalledOnce();
});

it('about money waits for the connection, and says so', async () => {
  const onConfirm = listener();
  await ask({ onConfirm, needsConnection: true });
  server.setAway(true);
  connection.reportSilence();
  await expect.element(button('Remove')).toHaveAccessibleDescription(/Mercury can’t be reached/);
  await userEvent.click(button('Remove'), { force: true });
  expect(onConfirm).not.toHaveBeenCalled();
});
