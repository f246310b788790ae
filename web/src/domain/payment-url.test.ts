import { expect, it } from 'vitest';
import { safePaymentUrl } from './payment-url.ts';

const rules = {
  ownOrigin: 'http://localhost:3000',
  paymentOrigins: ['https://pay.example.com', 'https://btcpay.example.com:8443/', 'http://shop.example.com'],
};

it('goes to its own origin, and over https to an origin that the rail names', () => {
  expect(safePaymentUrl('http://localhost:3000/pay/abc', rules)).toBe('http://localhost:3000/pay/abc');
  expect(safePaymentUrl('https://pay.example.com/abc?x=1', rules)).toBe('https://pay.example.com/abc?x=1');
  expect(safePaymentUrl('https://PAY.example.com:443/abc', rules)).toBe('https://pay.example.com/abc');
  expect(safePaymentUrl('https://btcpay.example.com:8443/i/1', rules)).toBe(
    'https://btcpay.example.com:8443/i/1',
  );
});

it('stays on the origin at hand where the machine itself goes by another of its names', () => {
  const opened = { ownOrigin: 'http://127.0.0.1:3000' };
  expect(safePaymentUrl('http://localhost:3000/pay/abc', opened)).toBe('http://127.0.0.1:3000/pay/abc');
  expect(safePaymentUrl('http://[::1]:3000/pay/abc', opened)).toBe('http://127.0.0.1:3000/pay/abc');
  expect(safePaymentUrl('http://localhost:3001/pay/abc', opened)).toBeUndefined();
  expect(
    safePaymentUrl('http://localhost:3000/pay/abc', { ownOrigin: 'http://10.0.0.7:3000' }),
  ).toBeUndefined();
});

it('goes unencrypted only to the machine itself', () => {
  const tried = { ownOrigin: 'http://localhost:3000', paymentOrigins: ['http://127.0.0.1:23000'] };
  expect(safePaymentUrl('http://127.0.0.1:23000/i/1', tried)).toBe('http://127.0.0.1:23000/i/1');
  expect(safePaymentUrl('http://shop.example.com/abc', rules)).toBeUndefined();
});

it('is not led astray by an origin that is none', () => {
  const nonsense = { ownOrigin: 'https://mercury.example', paymentOrigins: ['', 'pay.example.com', 'null'] };
  expect(safePaymentUrl('https://pay.example.com/abc', nonsense)).toBeUndefined();
});

it.each([
  'http://pay.example.com/abc',
  'https://pay.example.com:8443/abc',
  'https://btcpay.example.com/abc',
  'http://shop.example.com/abc',
  'https://pay.example.com.evil.test/abc',
  'https://evil.test/pay.example.com',
  'https://localhost:3000/pay/abc',
  'http://localhost:3001/pay/abc',
  'http://localhost:3000@evil.test/pay/abc',
  'https://user:secret@pay.example.com/abc',
  '//evil.test/pay',
  '/pay/abc',
  'javascript:alert(1)',
  'data:text/html,hello',
  'http:\\\\evil.test',
  'https://pay.example.com\\@evil.test',
  ' https://pay.example.com/abc',
  '',
])('does not go to %j', (paymentUrl) => {
  expect(safePaymentUrl(paymentUrl, rules)).toBeUndefined();
});

it('knows no origin but its own until the rail names one', () => {
  expect(safePaymentUrl('https://pay.example.com/abc', { ownOrigin: rules.ownOrigin })).toBeUndefined();
});
