import * as people from '@mercury/contract/console/people.ts';
import { DomainError } from '../../errors.ts';
import { findHistory } from '../../features/transactions/queries.ts';
import { freezeByOperator } from '../../identity/account/freeze.ts';
import { resendVerificationByOperator } from '../../identity/email/resend-by-operator.ts';
import { listSecurityEvents } from '../../identity/events/list-events.ts';
import { endSessionsByOperator } from '../../identity/sessions/end-sessions.ts';
import { listSessions } from '../../identity/sessions/list-sessions.ts';
import type { ConsoleBind, ConsoleDeps } from '../bind.ts';
import { propose } from '../proposals/propose.ts';
import { actorOf } from '../staff/sessions.ts';
import { twoFactorRemoval, unfreezing } from './acts.ts';
import { findPeople } from './find-people.ts';
import { presentHistory } from './history.ts';
import { lookAtPerson, maySeeContact, requireLook } from './looks.ts';
import { addNote, listNotes } from './notes.ts';
import { readPerson } from './read-person.ts';

const done = { success: true } as const;
const historyPageSize = 50;

export function bindPeople(bind: ConsoleBind, deps: ConsoleDeps): void {
  bindReading(bind, deps);
  bindActs(bind, deps);
}

function bindReading(bind: ConsoleBind, { services: { db } }: ConsoleDeps): void {
  bind(people.findPeople, {}, async ({ query: { search }, session }) => ({
    success: true,
    ...(await findPeople(db, search, { maySeeContact: maySeeContact(session) })),
  }));
  bind(people.lookAtPerson, {}, async ({ params: { id }, body: { reason }, session, context }) => {
    const until = await lookAtPerson(db, { personId: id, reason, session, origin: context });
    return { success: true, until: until.toISOString() };
  });
  bind(people.readPerson, {}, async ({ params: { id }, session }) => ({
    success: true,
    person: await readPerson(db, session, await requireLook(db, session, id)),
  }));
  bind(people.listHistory, {}, async ({ params: { id }, query: { cursor }, session }) => {
    await requireLook(db, session, id);
    const { rows, nextCursor } = await findHistory(db, id, { cursor, limit: historyPageSize });
    return { success: true, rows: rows.map(presentHistory), nextCursor };
  });
  bind(people.listPersonSessions, {}, async ({ params: { id }, session }) => {
    await requireLook(db, session, id);
    const sessions = await listSessions(db, { id: null, userId: id });
    return { success: true, sessions: sessions.map(({ isCurrent: _isCurrent, ...each }) => each) };
  });
  bind(people.listPersonEvents, {}, async ({ params: { id }, query: { cursor }, session }) => {
    await requireLook(db, session, id);
    return { success: true, ...(await listSecurityEvents(db, { userId: id, cursor })) };
  });
  bind(people.listNotes, {}, async ({ params: { id }, query: { cursor }, session }) => {
    await requireLook(db, session, id);
    return { success: true, ...(await listNotes(db, id, cursor)) };
  });
  bind(people.addNote, {}, async ({ params: { id }, body: { text }, session, context }) => {
    await addNote(db, { personId: id, text, session, origin: context });
    return done;
  });
}

function bindActs(bind: ConsoleBind, { services }: ConsoleDeps): void {
  const { db } = services;
  bind(people.freezePerson, {}, async ({ params: { id }, body: { reason }, session, context }) => {
    const actor = actorOf(session, context);
    if (!(await freezeByOperator(services, { userId: id, actor, reason })))
      throw new DomainError('AlreadyFrozen');
    return done;
  });
  bind(people.endPersonSessions, {}, async ({ params: { id }, body: { reason }, session, context }) => {
    await endSessionsByOperator(db, { userId: id, actor: actorOf(session, context), reason });
    return done;
  });
  bind(people.resendProofMail, {}, async ({ params: { id }, body: { reason }, session, context }) => {
    const actor = actorOf(session, context);
    await resendVerificationByOperator(db, { userId: id, actor, reason, origin: context });
    return done;
  });
  const proposing = [
    [people.proposeUnfreezing, unfreezing],
    [people.proposeTwoFactorRemoval, twoFactorRemoval],
  ] as const;
  for (const [endpoint, act] of proposing) {
    bind(endpoint, {}, async ({ params: { id }, body: { reason }, session, context }) => ({
      success: true,
      proposal: await propose(services, act, {
        parameters: { personId: id },
        reason,
        session,
        origin: context,
      }),
    }));
  }
}
