import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectPath, onBrowserHistory } from '../test/browser-history.ts';
import { holdClock, passTime } from '../test/clock.ts';
import { button, expectToast, field } from '../test/fields.ts';
import { listener } from '../test/listener.ts';
import { renderApp } from '../test/render-app.tsx';
import { Modal } from './modal.tsx';

type ModalProps = Parameters<typeof Modal>[0];

const nameField = <input aria-label="Name" />;

function Sample({ children = nameField, ...props }: Partial<ModalProps>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <Modal title="Rename" {...props} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        {children}
      </Modal>
    </>
  );
}

async function open(props: Partial<ModalProps> = {}) {
  await renderApp(<Sample {...props} />);
  await button('Open').click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  return dialog;
}

describe('the focus', () => {
  it('begins at the first field that can be used', async () => {
    await open({
      children: (
        <>
          <input aria-label="Locked" disabled />
          <input aria-label="Name" />
        </>
      ),
    });
    await expect.element(field('Name')).toHaveFocus();
  });

  it('begins at the action where there is no field', async () => {
    await open({
      children: (
        <button type="button" data-variant="primary">
          Save
        </button>
      ),
    });
    await expect.element(button('Save')).toHaveFocus();
  });

  it('begins at the heading where the action can’t be undone', async () => {
    await open({
      children: (
        <button type="button" data-variant="danger">
          Delete
        </button>
      ),
    });
    await expect.element(page.getByRole('heading', { name: 'Rename' })).toHaveFocus();
  });

  it('stays inside, and goes back to what opened the dialog', async () => {
    const dialog = await open();
    for (let presses = 0; presses < 4; presses += 1) {
      await userEvent.keyboard('{Tab}');
      expect(dialog.element().contains(document.activeElement)).toBe(true);
    }
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Open')).toHaveFocus();
    await expect.element(dialog).not.toBeInTheDocument();
  });
});

describe('what it is called', () => {
  it('is its title, described by what stands under it', async () => {
    const dialog = await open({ description: 'Others see it.' });
    await expect.element(dialog).toHaveAccessibleName('Rename');
    await expect.element(dialog).toHaveAccessibleDescription('Others see it.');
  });

  it('is its label where no title is shown', async () => {
    await renderApp(
      <Modal isOpen onClose={listener()} label="Receipt">
        text
      </Modal>,
    );
    await expect.element(page.getByRole('dialog', { name: 'Receipt' })).toBeVisible();
  });
});

describe('dismissal', () => {
  const pressOutside = () => userEvent.click(document.body, { position: { x: 4, y: 4 } });

  it.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['a press beside it', pressOutside],
    ['its button', () => button('Close').click()],
  ])('is by %s, which gives the focus back', async (_, dismiss) => {
    const dialog = await open();
    await expect.element(field('Name')).toHaveFocus();
    await dismiss();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(button('Open')).toHaveFocus();
  });

  it('by Escape or beside it is refused with a warning where only the button closes', async () => {
    const dialog = await open({ dismissal: 'button', dismissWarning: 'Please verify your email' });
    await userEvent.keyboard('{Escape}');
    await expectToast('Please verify your email');
    await pressOutside();
    await expect.element(dialog).toHaveAttribute('data-shake', 'outside-press');
    await expect.element(dialog).toBeVisible();
    await button('Close').click();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('beside it alone is refused where it must not happen by accident', async () => {
    const dialog = await open({ dismissal: 'deliberate', dismissWarning: 'The code is still wanted' });
    await pressOutside();
    await expectToast('The code is still wanted');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('has no button at all where nothing may close it', async () => {
    const dialog = await open({ dismissal: 'none' });
    await userEvent.keyboard('{Escape}');
    await expectToast('This modal cannot be closed by clicking outside');
    expect(button('Close').query()?.closest('[role="dialog"]') ?? null).toBeNull();
    await expect.element(dialog).toBeVisible();
  });

  it.each([
    ['escape-key', '{Escape}', 500],
    ['outside-press', null, 1000],
  ])('that is refused by %s shakes for its own time', async (reason, key, shakesMs) => {
    const dialog = await open({ dismissal: 'none' });
    holdClock();
    await (key === null ? pressOutside() : userEvent.keyboard(key));
    await expect.element(dialog).toHaveAttribute('data-shake', reason);
    await passTime(shakesMs);
    await expect.element(dialog).not.toHaveAttribute('data-shake');
  });
});

function Stacked() {
  const [isUpperOpen, setIsUpperOpen] = useState(false);
  const [isLowerOpen, setIsLowerOpen] = useState(true);
  return (
    <>
      <Modal isOpen={isLowerOpen} onClose={() => setIsLowerOpen(false)} closesOnBack title="Lower">
        <button type="button" onClick={() => setIsUpperOpen(true)}>
          More
        </button>
      </Modal>
      <Modal isOpen={isUpperOpen} onClose={() => setIsUpperOpen(false)} closesOnBack title="Upper">
        <input aria-label="Above" />
      </Modal>
    </>
  );
}

it('a dialog above another is the only one that Escape closes', async () => {
  await renderApp(<Stacked />);
  const lower = page.getByRole('dialog', { name: 'Lower', includeHidden: true });
  await button('More').click();
  await expect.element(field('Above')).toHaveFocus();
  await expect.element(lower).toHaveAttribute('data-covered');
  await userEvent.keyboard('{Escape}');
  await expect.element(field('Above')).not.toBeInTheDocument();
  await expect.element(lower).not.toHaveAttribute('data-covered');
  await userEvent.keyboard('{Escape}');
  await expect.element(lower).not.toBeInTheDocument();
});

describe('Back in a tab that was opened at this page', () => {
  onBrowserHistory('/elsewhere');

  it('closes the dialog, the one above first, and leaves only after that', async () => {
    // Another site is below: the page is loaded anew there, and nobody is asked.
    history.replaceState(null, '', '/another-site');
    history.pushState({ idx: 0, key: 'first' }, '', '/here');
    await renderApp(<Stacked />, { isInBrowser: true });
    await button('More').click();
    await expect.element(field('Above')).toHaveFocus();
    const { length } = history;
    history.back();
    await expect.element(field('Above')).not.toBeInTheDocument();
    await expectPath('/here');
    history.back();
    await expect.element(page.getByRole('dialog', { name: 'Lower' })).not.toBeInTheDocument();
    await expectPath('/here');
    expect(history.length).toBe(length);
    history.back();
    await expectPath('/another-site');
  });
});
