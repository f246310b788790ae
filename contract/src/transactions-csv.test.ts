import { describe, expect, test } from 'vitest';
import type { Transaction } from './api/transactions.ts';
import { writeTransactionsCsv } from './transactions-csv.ts';

const header =
  'date,id,type,direction,currency,amount,fee,net,usd_value,status,counterparty,memo,note,reference,' +
  'from_currency,from_amount,from_fee,to_currency,to_amount,counterparty_username,to_fee,market';

/** Where nothing is known but what every transaction has. */
const plain: Transaction = {
  id: '00000000-0000-4000-8000-000000000001',
  userId: '00000000-0000-4000-8000-000000000002',
  type: 'TOPUP',
  currency: 'MRCY',
  amount: '1.00000000',
  fee: '0.00000000',
  status: 'PENDING',
  state: 'awaiting_payment',
  direction: 'in',
  counterparty: null,
  counterpartyUsername: null,
  note: null,
  isNoteFromStranger: false,
  memo: null,
  netAmount: '1.00000000',
  usdValue: null,
  externalReference: null,
  confirmations: null,
  waitsUntil: null,
  canCancel: false,
  canClaim: false,
  timeline: [],
  paymentUrl: null,
  trade: null,
  date: '2026-03-01T10:00:00.000Z',
  createdAt: '2026-03-01T10:00:00.000Z',
  completedAt: null,
};

/** The records alone, without their header. */
function recordsOf(...changes: readonly Partial<Transaction>[]): string[] {
  const transactions: readonly Transaction[] = changes.map((change) => Object.assign({}, plain, change));
  const text = writeTransactionsCsv(transactions);
  return text.split('\r\n').slice(1, -1);
}

describe('transactions as CSV', () => {
  test('are their header alone where there are none', () => {
    expect(writeTransactionsCsv([])).toBe(`\uFEFF${header}\r\n`);
  });

  test('have each fact in its own column, and nothing that is not listed', () => {
    const full: Transaction = {
      ...plain,
      type: 'WITHDRAW',
      direction: 'out',
      currency: 'XRP',
      amount: '20.000000',
      fee: '0.100000',
      netAmount: '19.900000',
      usdValue: '11.40',
      status: 'COMPLETED',
      state: 'completed',
      counterparty: 'rAddress',
      counterpartyUsername: 'grace',
      memo: '12345',
      note: 'rent',
      externalReference: 'payout-9',
      date: '2026-03-02T08:30:00.000Z',
      createdAt: '2026-02-01T00:00:00.000Z',
      completedAt: '2026-03-02T08:30:00.000Z',
      confirmations: { seen: 3, needed: 6 },
      waitsUntil: '2026-04-01T00:00:00.000Z',
      timeline: [{ state: 'completed', at: '2026-05-01T00:00:00.000Z' }],
      paymentUrl: 'https://example.com/pay',
    };
    expect(writeTransactionsCsv([full])).toBe(
      `\uFEFF${header}\r\n` +
        `2026-03-02T08:30:00.000Z,${full.id},WITHDRAW,out,XRP,20.000000,0.100000,19.900000,11.40,COMPLETED,` +
        'rAddress,12345,rent,payout-9,,,,,,grace,,\r\n',
    );
  });

  test('leave empty what nobody knows', () => {
    expect(recordsOf({})).toEqual([
      `2026-03-01T10:00:00.000Z,${plain.id},TOPUP,in,MRCY,1.00000000,0.00000000,1.00000000,,PENDING,,,,,,,,,,,,`,
    ]);
  });

  test('have both sides of a trade, with the fee of the side that was given away', () => {
    const [record] = recordsOf({
      type: 'BUY',
      currency: 'BTC',
      amount: '0.00190000',
      fee: '0.00000000',
      netAmount: '0.00190000',
      trade: {
        fromCurrency: 'USD',
        fromAmount: '100.00',
        fee: '0.25',
        feeCurrency: 'USD',
        toCurrency: 'BTC',
        toAmount: '0.00190000',
        rate: { base: 'BTC', quote: 'USD', value: '50000.00' },
        isRecurring: true,
        market: null,
      },
    });
    expect(record).toBe(
      `2026-03-01T10:00:00.000Z,${plain.id},BUY,in,BTC,0.00190000,0.00000000,0.00190000,,PENDING,,,,,` +
        'USD,100.00,0.25,BTC,0.00190000,,,',
    );
  });

  test('have the market of a trade, and its fee on the side that arrived', () => {
    const [record] = recordsOf({
      type: 'SELL',
      currency: 'BTC',
      amount: '0.00200000',
      trade: {
        fromCurrency: 'BTC',
        fromAmount: '0.00200000',
        fee: '0.20',
        feeCurrency: 'USD',
        toCurrency: 'USD',
        toAmount: '99.80',
        rate: { base: 'BTC', quote: 'USD', value: '50000.00' },
        isRecurring: false,
        market: 'BTC-USD',
      },
    });
    expect(record).toMatch(/,BTC,0\.00200000,,USD,99\.80,,0\.20,BTC-USD$/);
  });

  test('stand in the order in which they are given', () => {
    const [later, earlier] = ['2026-03-02T00:00:00.000Z', '2026-03-01T00:00:00.000Z'];
    expect(recordsOf({ date: later }, { date: earlier }).map((record) => record.split(',')[0])).toEqual([
      later,
      earlier,
    ]);
  });

  test.each(['note', 'memo', 'counterparty', 'externalReference'] as const)(
    'are run by no spreadsheet, whatever stands in %s',
    (field) => {
      expect(recordsOf({ [field]: '=1+1' }).join()).toContain(`,'=1+1,`);
      expect(recordsOf({ [field]: 'a, "b"' }).join()).toContain(`,"a, ""b""",`);
    },
  );
});
