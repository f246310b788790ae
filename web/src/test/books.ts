import type { BookAccount } from '@mercury/contract/console/books.ts';
import type { Proposal } from '@mercury/contract/console/proposals.ts';

export const bookIds = {
  person: '018f0000-0000-7000-8000-000000000011',
  transfer: '018f0000-0000-7000-8000-000000000012',
  other: '018f0000-0000-7000-8000-000000000013',
  cause: '018f0000-0000-7000-8000-000000000014',
};
const moment = '2026-11-01T09:00:00.000Z';

export const bookAccount: BookAccount = {
  id: '12',
  kind: 'available',
  currency: 'MRCY',
  owner: { userId: bookIds.person, username: 'ada' },
  balance: '70',
  reserved: '5',
};

export const openProposal: Proposal = {
  id: bookIds.other,
  kind: 'books.correct',
  state: 'open',
  subject: { kind: 'transfer', id: bookIds.transfer, name: 'transfer' },
  before: {},
  after: {},
  reason: 'A slip of ours',
  proposedBy: { id: bookIds.person, name: 'Sara Ahmadi', email: 'sara@staff.example' },
  proposedAt: moment,
  expiresAt: '2026-11-04T09:00:00.000Z',
  delayedUntil: null,
  decidedBy: null,
  decidedAt: null,
  decisionReason: null,
  mayDecide: false,
  mayCancel: true,
};
