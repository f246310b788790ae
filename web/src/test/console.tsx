import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { getMe, getOwnAccess, type Me } from '@mercury/contract/console/access.ts';
import type { AuditEntry } from '@mercury/contract/console/audit.ts';
import { permissionsOf, type StaffRole } from '@mercury/contract/console/permissions.ts';
import { consoleEvents } from '@mercury/contract/console/live.ts';
import { listProposals, type Proposal } from '@mercury/contract/console/proposals.ts';
import type { StaffMember } from '@mercury/contract/console/staff.ts';
import { getToday } from '@mercury/contract/console/today.ts';
import { beginStaffSession } from '../console/api/staff-session.ts';
import { ConsoleRouter } from '../console/console-router.tsx';
import { loadTextsOf } from '../i18n/i18n.ts';
import { renderApp } from './render-app.tsx';
import { server } from './stand-in-server.ts';

const ids = {
  sara: '018f0000-0000-7000-8000-000000000001',
  omid: '018f0000-0000-7000-8000-000000000002',
  session: '018f0000-0000-7000-8000-000000000003',
  proposal: '018f0000-0000-7000-8000-000000000004',
};
const moment = '2026-11-01T09:00:00.000Z';

export const meAs = (role: StaffRole): Me => ({
  id: ids.sara,
  email: 'sara@staff.example',
  name: 'Sara Ahmadi',
  role,
  permissions: [...permissionsOf(role)],
  provedUntil: null,
  endsAt: '2099-01-01T00:00:00.000Z',
});

export const omid: StaffMember = {
  id: ids.omid,
  email: 'omid@staff.example',
  name: 'Omid Karimi',
  role: 'support',
  hasPassword: false,
  passkeyCount: 1,
  joinedAt: moment,
  lastSeenAt: moment,
  removedAt: null,
};

export const access: ReplyOf<typeof getOwnAccess> = {
  success: true,
  hasPassword: true,
  passkeys: [],
  sessions: [
    {
      id: ids.session,
      createdAt: moment,
      lastUsedAt: moment,
      networkAddress: '203.0.113.7',
      device: 'A browser',
      isCurrent: true,
    },
  ],
};

export const entryOf = (seq: number, action = 'staff.invite'): AuditEntry => ({
  seq,
  at: moment,
  actor: 'Grace',
  staffId: null,
  role: null,
  networkAddress: null,
  action,
  subjectKind: 'staff',
  subjectId: ids.omid,
  subjectName: omid.name,
  before: { role: 'support' },
  after: { role: 'auditor' },
  reason: 'A new task',
  hash: 'ab'.repeat(32),
});

/** Omid's, which Sara may decide. */
export const proposalOf = (differing: Partial<Proposal> = {}): Proposal => ({
  id: ids.proposal,
  kind: 'staff.change_role',
  state: 'open',
  subject: { kind: 'staff', id: ids.session, name: 'eve@staff.example' },
  before: { email: 'eve@staff.example', role: 'support', permissions: ['people.read', 'people.note'] },
  after: { email: 'eve@staff.example', role: 'Night desk', permissions: ['people.read'] },
  reason: 'A new task',
  proposedBy: { id: ids.omid, name: 'Omid Karimi', email: 'omid@staff.example' },
  proposedAt: moment,
  expiresAt: '2099-01-01T00:00:00.000Z',
  delayedUntil: null,
  decidedBy: null,
  decidedAt: null,
  decisionReason: null,
  mayDecide: true,
  mayCancel: false,
  ...differing,
});

const noProposals = () => server.reply(listProposals, { success: true, proposals: [], nextCursor: null });
const nothingNew = () => void server.keepOpen(consoleEvents);
const nothingToday = () => server.reply(getToday, { success: true, queues: [] });

/** The console at a page, for somebody of this role, or for nobody. */
export async function openConsole(
  at: string,
  role?: StaffRole,
  { own = access, answerProposals = noProposals, answerToday = nothingToday, answerLive = nothingNew } = {},
) {
  await loadTextsOf('console');
  server.reply(getOwnAccess, own);
  answerProposals();
  answerToday();
  answerLive();
  if (role === undefined) {
    server.refuse(getMe, 'Unauthenticated');
  } else {
    server.reply(getMe, { success: true, me: meAs(role) });
    beginStaffSession(meAs(role));
  }
  return renderApp(<ConsoleRouter />, { at });
}
