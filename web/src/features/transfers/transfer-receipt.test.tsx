import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { button } from '../../test/fields.ts';
import { renderApp } from '../../test/render-app.tsx';
import { omid, transactionOf } from '../../test/samples.ts';
import { TransferReceipt } from './transfer-receipt.tsx';

const receipt = { tookMs: 100, senderAddress: undefined, recipientName: 'Omid', onDone: () => undefined };

it('is copied with every digit that was sent', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const transaction = transactionOf({ currency: 'USD', amount: '1.234567' });
  await renderApp(<TransferReceipt transaction={transaction} {...receipt} />);
  await button('Copy receipt').click();
  expect(write.mock.calls[0]?.[0]).toMatch(/1\.234567\u00a0USD/);
});

it('begins a name and a @username where Persian lines begin, though their letters are Latin', async () => {
  await renderApp(
    <div dir="rtl">
      <TransferReceipt transaction={transactionOf()} {...receipt} />
    </div>,
    { locale: 'fa' },
  );
  const name = page.getByText('Omid', { exact: true }).first();
  const username = page.getByText(`@${omid.username}`).first();
  await expect.element(username).toBeVisible();
  const line = username.element().parentElement?.getBoundingClientRect();
  for (const part of [name, username]) {
    const { right, width } = part.element().getBoundingClientRect();
    expect(right).toBeCloseTo(line?.right ?? 0, 0);
    expect(width).toBeLessThan((line?.width ?? 0) / 2);
  }
});
