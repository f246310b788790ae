import * as messages from '@mercury/contract/console/messages.ts';
import { answerMessage } from '../../features/contact-form/answer-message.ts';
import { listMessagePage, openMessage, readAnswers } from '../../features/contact-form/read-by-operator.ts';
import type { ContactMessage } from '../../features/contact-form/read-by-operator.ts';
import { DomainError } from '../../errors.ts';
import type { ConsoleBind, ConsoleDeps } from '../bind.ts';
import { actorOf } from '../staff/sessions.ts';

export function bindMessages(bind: ConsoleBind, { services: { db } }: ConsoleDeps): void {
  bind(messages.listMessages, {}, async ({ query: { cursor } }) => {
    const { rows, nextCursor } = await listMessagePage(db, cursor);
    return { success: true, messages: rows.map(presentListed), nextCursor };
  });
  bind(messages.openMessage, {}, async ({ params: { id }, session, context }) => {
    const marksRead = session.permissions.includes('messages.answer');
    const message = await openMessage(db, { id, actor: actorOf(session, context), marksRead });
    if (message === undefined) throw new DomainError('NotFound');
    const read_at = message.read_at ?? (marksRead ? new Date() : null);
    return { success: true, message: await present({ ...message, read_at }) };
  });
  bind(messages.answerMessage, {}, async ({ params: { id }, body, session, context }) => {
    const message = await answerMessage(db, {
      ...body,
      id,
      staffId: session.staffId,
      actor: actorOf(session, context),
    });
    return { success: true, message: await present(message) };
  });

  async function present(message: ContactMessage) {
    const answers = await readAnswers(db, message.id);
    return {
      ...presentListed({ ...message, answered_at: answers.at(-1)?.answered_at ?? null }),
      message: message.message,
      locale: message.locale,
      answers: answers.map(({ id, answer, answered_by, answered_at }) => ({
        id,
        answer,
        answeredBy: answered_by,
        answeredAt: answered_at.toISOString(),
      })),
    };
  }
}

function presentListed({
  id,
  name,
  email,
  subject,
  created_at,
  read_at,
  answered_at,
}: ContactMessage & { readonly answered_at: Date | null }): messages.ListedMessage {
  return {
    id,
    name,
    email,
    subject,
    writtenAt: created_at.toISOString(),
    readAt: read_at?.toISOString() ?? null,
    answeredAt: answered_at?.toISOString() ?? null,
  };
}
