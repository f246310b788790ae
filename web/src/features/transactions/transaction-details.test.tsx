import { locales } from '@mercury/contract/locales.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../test/render-app.tsx';
import { transactionOf } from '../../test/samples.ts';
import { TransactionDetails } from './transaction-details.tsx';

const words = {
  en: ['Fees', 'Fee'],
  fa: ['کارمزدها', 'کارمزد'],
  ru: ['Комиссии', 'Комиссия'],
  zh: ['费用合计', '手续费'],
} as const;

describe('what a transaction cost', () => {
  it.each(locales)('is named as a sum for a withdrawal, and as one fee for others, in %s', async (locale) => {
    const [fees, fee] = words[locale];
    const label = (text: string) => page.getByText(text, { exact: true });
    const detailsOf = (type: 'WITHDRAW' | 'TRANSFER') => (
      <TransactionDetails transaction={transactionOf({ type })} counterpartyName={undefined} />
    );
    const { rerender } = await renderApp(detailsOf('WITHDRAW'), { locale });
    await expect.element(label(fees)).toBeVisible();
    expect(label(fee).query()).toBeNull();
    await rerender(detailsOf('TRANSFER'));
    await expect.element(label(fee)).toBeVisible();
    expect(label(fees).query()).toBeNull();
  });
});
