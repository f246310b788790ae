import { transfer } from '@mercury/contract/api/wallets.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { holdClock, nextFrames } from '../../test/clock.ts';
import { button, expectFieldError, expectFieldRight, field } from '../../test/fields.ts';
import { listener } from '../../test/listener.ts';
import { proofDialog, showPassword, wantProof } from '../../test/proofs.ts';
import { renderApp } from '../../test/render-app.tsx';
import { addressOf, omid, sara, transactionOf, walletOf } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
import { ProofDialogHost } from '../../identity/proof/proof-dialog-host.tsx';
import { TransferDialog } from './transfer-dialog.tsx';

const amount = () => field('Amount');
const address = () => field('Recipient');
const review = () => button('Review transfer');
const confirm = () => button('Confirm transfer');
const done = { success: true, transaction: transactionOf(), wallet: walletOf() } as const;
const mina = { name: 'Mina', walletAddress: addressOf(8) };

/** Filled in and reviewed, with what asks for a proof at hand. */
async function goToReview() {
  serveAccount({ wallets: [walletOf()] });
  await renderApp(
    <>
      <TransferDialog
        isOpen
        wallets={[walletOf()]}
        own={{ address: sara.walletAddress, username: sara.username }}
        beginning={{ to: omid.walletAddress }}
        nameOf={() => undefined}
        contacts={[]}
        hasTwoFactor={false}
        renderContactPicker={(choose) => (
          <button type="button" onClick={() => choose(mina)}>
            Choose Mina
          </button>
        )}
        onClose={listener()}
        onTransferred={listener()}
      />
      <ProofDialogHost user={sara} />
    </>,
    { as: sara },
  );
  await amount().fill('1.5');
  await review().click();
  await expect.element(confirm()).toBeVisible();
}

async function confirmAndWait() {
  await confirm().click();
  await nextFrames();
}

describe('a transfer that wants a proof', () => {
  it('asks for the password in the middle, and is then made under the same key', async () => {
    await goToReview();
    wantProof(transfer, done);
    await confirm().click();
    await expect.element(proofDialog()).toBeVisible();
    await showPassword();
    await expect.element(page.getByText('The money has arrived.')).toBeVisible();
    const [first, second] = server.calls(transfer);
    expect(second).toEqual(first);
  });

  it('that its person would rather not show is not made, without a word', async () => {
    await goToReview();
    wantProof(transfer, done);
    await confirm().click();
    await proofDialog().getByRole('button', { name: 'Cancel' }).click();
    await expect.element(proofDialog()).not.toBeInTheDocument();
    await expect.element(confirm()).toBeEnabled();
    // Where a failure would stand.
    await expect
      .element(page.getByText('A transfer can’t be undone. Check the whole address.'))
      .toBeVisible();
    expect(server.callCount(transfer)).toBe(1);
  });
});

describe('a transfer that is refused for its recipient', () => {
  async function beRefused() {
    await goToReview();
    holdClock();
    server.refuse(transfer, 'AddressNotAllowed', { message: 'Only to your contacts.' });
    await confirmAndWait();
    await expectFieldError(address(), 'Only to your contacts.');
  }

  it('says so at the address, which takes the focus, each time that it is tried', async () => {
    await beRefused();
    await expect.element(address()).toHaveFocus();
    await expect.element(amount()).toHaveValue('1.5');
    await review().click();
    await confirmAndWait();
    await expectFieldError(address(), 'Only to your contacts.');
  });

  it('says so until another is typed, which has its own faults', async () => {
    await beRefused();
    await address().fill(addressOf(7));
    await expectFieldRight(address());
    await address().fill('mrcy1nothing');
    await review().click();
    await expectFieldError(address(), 'This isn’t a @username, an email, or a complete address.');
  });

  it('says so until a contact is chosen', async () => {
    await beRefused();
    await button('Choose Mina').click();
    await expectFieldRight(address());
    await expect.element(address()).toHaveValue(mina.walletAddress);
  });
});
