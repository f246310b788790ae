import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { enter, expectPath, nextStep, onBrowserHistory, shownEntry } from '../test/browser-history.ts';
import { button, expectToast, field, pressTwice } from '../test/fields.ts';
import { currentState, renderApp } from '../test/render-app.tsx';
import { Modal } from '../ui/modal.tsx';
import { useDialogAddress } from './dialog-address.ts';
import { useDialogEntry } from './dialog-entry.ts';
import { useFinishDialog } from './drafts.ts';
import { useOpenedBy, useOpenedFor } from './opened-by.ts';

const here = '/dashboard?range=week';
const dialog = (name: string) => page.getByRole('dialog', { name });

onBrowserHistory(here);

interface Thing {
  id: string;
  label: string;
}

const things: readonly Thing[] = [{ id: '7', label: 'Lamp' }];

/** The entry that was shown when the dialog above another closed. */
let aboveClosedAt: unknown;

function Sample({ known }: { known: readonly Thing[] | undefined }) {
  const plain = useOpenedBy('plain');
  const secret = useOpenedBy('secret', { isRestored: false });
  const thing = useOpenedFor('thing', known);
  const money = useDialogAddress();
  const finish = useFinishDialog();
  const { leaveFor } = useDialogEntry();
  const [isBusy, setIsBusy] = useState(false);
  const [isAbove, setIsAbove] = useState(false);
  const closeAbove = () => {
    aboveClosedAt = shownEntry();
    setIsAbove(false);
  };
  return (
    <>
      <button type="button" onClick={() => plain.open()}>
        Plain
      </button>
      <button type="button" onClick={() => secret.open()}>
        Secret
      </button>
      <button type="button" onClick={() => things[0] && thing.open(things[0])}>
        Thing
      </button>
      <Modal
        key={plain.key}
        isOpen={plain.isOpen}
        onClose={plain.close}
        title="Plain dialog"
        dismissal={isBusy ? 'none' : 'free'}
        dismissWarning="It is busy"
      >
        <input aria-label="Typed" />
        <button type="button" onClick={() => setIsBusy(!isBusy)}>
          Busy
        </button>
        <button type="button" onClick={() => money.open({ kind: 'deposit' })}>
          Deposit
        </button>
        <button type="button" onClick={() => leaveFor(`${location.origin}/pay/token`)}>
          Pay
        </button>
        <button type="button" onClick={finish}>
          Finish
        </button>
        <button
          type="button"
          onClick={() => {
            finish();
            plain.close();
          }}
        >
          End at once
        </button>
        <button type="button" onClick={() => setIsAbove(true)}>
          Above
        </button>
      </Modal>
      <Modal isOpen={isAbove} onClose={closeAbove} title="Dialog above" closesOnBack>
        text
      </Modal>
      <Modal isOpen={secret.isOpen} onClose={secret.close} title="Secret dialog">
        text
      </Modal>
      {thing.item && (
        <Modal isOpen={thing.isOpen} onClose={thing.close} title={thing.item.label}>
          text
        </Modal>
      )}
      <Modal isOpen={money.dialog !== undefined} onClose={money.close} title="Money dialog">
        text
      </Modal>
    </>
  );
}

const show = () => renderApp(<Sample known={things} />, { isInBrowser: true });

/** As a reload does: everything begins anew but for the history. */
async function reload(rendered: Awaited<ReturnType<typeof show>>) {
  await rendered.unmount();
  return show();
}

async function expectClosed() {
  await expectPath(here);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(shownEntry()).toBe(1);
}

async function openPlain() {
  await button('Plain').click();
  await expect.element(dialog('Plain dialog')).toBeVisible();
}

describe('a dialog with an address', () => {
  it('is closed by Back, and opened again by Forward, fresh', async () => {
    await show();
    await openPlain();
    await expectPath(`${here}&dialog=plain`);
    await field('Typed').fill('text');
    history.back();
    await expectClosed();
    history.forward();
    await expect.element(dialog('Plain dialog')).toBeVisible();
    await expect.element(field('Typed')).toHaveValue('');
  });

  it('leaves no entry behind where it is closed, however fast its button is pressed', async () => {
    await show();
    await openPlain();
    pressTwice(button('Close'));
    await expectClosed();
  });

  it('adds one entry, however fast it is asked for', async () => {
    await show();
    pressTwice(button('Plain'));
    await expect.element(dialog('Plain dialog')).toBeVisible();
    expect(shownEntry()).toBe(2);
    history.back();
    await expectClosed();
  });

  it('gives its place to another one, from which Back leads to the page', async () => {
    await show();
    await openPlain();
    await button('Deposit').click();
    await expect.element(dialog('Money dialog')).toBeVisible();
    await expectPath(`${here}&dialog=deposit`);
    await expect.element(dialog('Plain dialog')).not.toBeInTheDocument();
    history.back();
    await expectClosed();
  });

  it('is there again after a reload, and closes to the page as before', async () => {
    const rendered = await show();
    await openPlain();
    await reload(rendered);
    await expect.element(dialog('Plain dialog')).toBeVisible();
    await button('Close').click();
    await expectClosed();
  });

  it('that a link opened gives its entry to the page when it closes', async () => {
    enter(`${here}&dialog=plain`);
    await show();
    await button('Close').click();
    await expectClosed();
  });

  it('that nobody knows opens nothing', async () => {
    enter(`${here}&dialog=nothing`);
    await show();
    await expect.element(button('Plain')).toBeVisible();
    expect(page.getByRole('dialog').query()).toBeNull();
  });
});

describe('a page of ours that a dialog leads to', () => {
  it('takes the place of the dialog: Back leads to the page below', async () => {
    await show();
    await openPlain();
    await button('Pay').click();
    await expectPath('/pay/token');
    expect(shownEntry()).toBe(2);
    history.back();
    await expectClosed();
  });

  it('does so where a link opened the dialog, too', async () => {
    enter(`${here}&dialog=plain`);
    await show();
    await button('Pay').click();
    await expectPath('/pay/token');
    history.back();
    await expectClosed();
  });
});

describe('a dialog that has done its work', () => {
  async function finish() {
    const rendered = await show();
    await openPlain();
    await field('Typed').fill('receipt');
    await button('Finish').click();
    await expect.poll(currentState).toEqual({ isDialog: true, isFinished: true });
    await expect.element(field('Typed')).toHaveValue('receipt');
    return rendered;
  }

  it('stays as it is until it is closed, which leads to the page', async () => {
    await finish();
    await button('Close').click();
    await expectClosed();
  });

  it('is not there after a reload: the page is', async () => {
    await reload(await finish());
    await expectClosed();
  });

  it('is not opened again by Forward', async () => {
    await finish();
    history.back();
    await expectClosed();
    const stepped = nextStep();
    history.forward();
    await stepped;
    await expectClosed();
  });
});

describe('what a dialog shows only once', () => {
  it('is not brought back by a reload: the page is there', async () => {
    const rendered = await show();
    await button('Secret').click();
    await expect.element(dialog('Secret dialog')).toBeVisible();
    await reload(rendered);
    await expectClosed();
  });

  it('is not brought back by Forward either', async () => {
    await show();
    await button('Secret').click();
    await expect.element(dialog('Secret dialog')).toBeVisible();
    history.back();
    await expectClosed();
    const stepped = nextStep();
    history.forward();
    await stepped;
    await expectClosed();
    await button('Secret').click();
    await expect.element(dialog('Secret dialog')).toBeVisible();
  });
});

describe('a dialog about one of several things', () => {
  it('knows after a reload which one', async () => {
    const rendered = await show();
    await button('Thing').click();
    await expect.element(dialog('Lamp')).toBeVisible();
    await expectPath(`${here}&dialog=thing&dialog-id=7`);
    await reload(rendered);
    await expect.element(dialog('Lamp')).toBeVisible();
  });

  it('waits until they are loaded, and stays when it goes', async () => {
    enter(`${here}&dialog=thing&dialog-id=7`);
    const rendered = await renderApp(<Sample known={undefined} />, { isInBrowser: true });
    await expect.element(button('Plain')).toBeVisible();
    expect(page.getByRole('dialog').query()).toBeNull();
    await rendered.rerender(<Sample known={things} />);
    await expect.element(dialog('Lamp')).toBeVisible();
    await rendered.rerender(<Sample known={[]} />);
    await expect.element(dialog('Lamp')).toBeVisible();
  });

  it('closes where there is no such thing', async () => {
    enter(`${here}&dialog=thing&dialog-id=8`);
    await show();
    await expectClosed();
  });
});

describe('Back', () => {
  it('does not leave a busy dialog: it warns, and the address stays', async () => {
    await show();
    await openPlain();
    await button('Busy').click();
    history.back();
    await expectToast('It is busy');
    await expectPath(`${here}&dialog=plain`);
    expect(shownEntry()).toBe(2);
    await expect.element(dialog('Plain dialog')).toBeVisible();
    // From the first warning.
    await expect.element(dialog('Plain dialog')).not.toHaveAttribute('data-shake');
    history.go(-2);
    await expect.element(dialog('Plain dialog')).toHaveAttribute('data-shake');
    await expectPath(`${here}&dialog=plain`);
    await button('Busy').click();
    history.back();
    await expectClosed();
  });

  it('closes a dialog above another first, and the lower one next', async () => {
    await show();
    await openPlain();
    await button('Above').click();
    await expect.element(dialog('Dialog above')).toBeVisible();
    history.back();
    await expect.element(dialog('Dialog above')).not.toBeInTheDocument();
    expect(aboveClosedAt).toBe(2);
    await expectPath(`${here}&dialog=plain`);
    await expect.element(dialog('Plain dialog')).toBeVisible();
    history.back();
    await expectClosed();
  });
});

it('closes for a press that comes before the router shows the finished entry', async () => {
  await show();
  await button('Plain').click();
  await expect.element(dialog('Plain dialog')).toBeVisible();
  await button('End at once').click();
  await expectPath(here);
  await expect.element(dialog('Plain dialog')).not.toBeInTheDocument();
});
