import type { Rail } from './rail.ts';

/**
 * The rail that needs nothing outside the process: its payment page is served by the product itself, and its chain
 * is pretended. Deposits and withdrawals are not offered on it yet, and so it declares.
 */
export function createSandboxRail(publicUrl: URL): Rail {
  return {
    name: 'sandbox',
    isSandbox: true,
    canTopUp: true,
    canDeposit: () => false,
    canWithdraw: () => false,
    paymentUrl: ({ paymentToken }) => new URL(`/pay/${paymentToken}`, publicUrl).href,
  };
}
