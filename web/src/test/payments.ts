import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { DepositFile, listUnassignedDeposits } from '@mercury/contract/console/deposits.ts';
import type { Proposal } from '@mercury/contract/console/proposals.ts';
import type {
  ListedWithdrawal,
  listWithdrawals,
  WithdrawalFile,
} from '@mercury/contract/console/withdrawals.ts';

const moment = '2026-11-01T09:00:00.000Z';
const idOf = (number: number) => `018f0000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const account = { id: idOf(900), username: 'nasrin' };
const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

/** The number is in its id, and in what arrives. */
export function withdrawalOf(number: number, change: Partial<ListedWithdrawal> = {}): ListedWithdrawal {
  return {
    id: idOf(number),
    transactionId: idOf(1000 + number),
    account,
    state: 'queued',
    currency: 'BTC',
    amount: `${number}.10000000`,
    fee: '0.10000000',
    arrives: `${number}.00000000`,
    network: 'Bitcoin',
    address,
    memo: '',
    createdAt: moment,
    outcomes: ['started', 'failed'],
    ...change,
  };
}

export function withdrawalPage(
  withdrawals: ListedWithdrawal[],
  nextCursor: string | null = null,
): ReplyOf<typeof listWithdrawals> {
  const counts = { held: 0, sending: 0, unclear: 1, waiting_period: 0, awaiting_confirmation: 0 };
  return { success: true, withdrawals, counts: { ...counts, queued: withdrawals.length }, nextCursor };
}

export const withdrawalFileOf = (change: Partial<WithdrawalFile> = {}): WithdrawalFile => ({
  ...withdrawalOf(1),
  isFrozen: false,
  rail: 'btcpay',
  waitsUntil: null,
  sentAt: null,
  closedAt: null,
  reference: null,
  failure: null,
  released: null,
  proposal: null,
  timeline: [{ state: 'queued', at: moment }],
  lines: [{ transferId: idOf(7), kind: 'hold', account: 'person held', amount: '1.10000000', at: moment }],
  acts: [],
  unusual: [],
  advice: 'start',
  ...change,
});

export const releaseProposal: Proposal = {
  id: idOf(50),
  kind: 'withdrawals.release_large',
  state: 'open',
  subject: { kind: 'withdrawal', id: idOf(1), name: '1.10000000 BTC, nasrin' },
  before: {},
  after: {},
  reason: 'Asked by phone',
  proposedBy: { id: idOf(2), name: 'Sara Ahmadi', email: 'sara@staff.example' },
  proposedAt: moment,
  expiresAt: '2099-01-01T00:00:00.000Z',
  delayedUntil: null,
  decidedBy: null,
  decidedAt: null,
  decisionReason: null,
  mayDecide: false,
  mayCancel: true,
};

const payment = {
  currency: 'BTC',
  amount: '0.50000000',
  network: 'Bitcoin',
  address,
  memo: '',
  rail: 'sandbox',
  externalId: 'payment-7',
  confirmations: 1,
  confirmationsNeeded: 3,
  createdAt: moment,
  observedAt: moment,
} as const;

export const unassignedPage: ReplyOf<typeof listUnassignedDeposits> = {
  success: true,
  deposits: [{ ...payment, number: '7', formerOwner: null }],
  nextCursor: null,
};

export const depositFile: DepositFile = {
  ...payment,
  id: idOf(8),
  account,
  state: 'confirming',
  transactionId: idOf(1008),
  closedAt: null,
  timeline: [{ state: 'confirming', at: moment }],
  lines: [],
  acts: [
    { at: moment, actor: 'sara@staff.example', action: 'deposit.assign', reason: 'A ticket', after: {} },
  ],
};

export const owner = account;
