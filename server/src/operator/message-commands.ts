import { localeTraits } from '@mercury/contract/locales.ts';
import { listMessages, openMessage, type ContactMessage } from '../features/contact-form/read-by-operator.ts';
import { type OperatorCommands, type OperatorContext, printable, RefusedError, tableOf } from './command.ts';

export const messageCommands: OperatorCommands = {
  messages: {
    parameters: [],
    help: 'what visitors wrote to you, and what of it nobody has read; the newest 100',
    run: ({ db }) => list(db),
  },
  message: {
    parameters: ['<id>'],
    help: 'one of them, which is read from then on',
    run: (context, [id = '']) => show(context, id),
  },
};

async function list(db: OperatorContext['db']): Promise<string> {
  const messages = await listMessages(db);
  if (messages.length === 0) return 'There are none';
  return tableOf(
    ['id', 'time (UTC)', 'state', 'from', 'subject'],
    messages.map((message) => [
      message.id,
      message.created_at.toISOString(),
      message.read_at === null ? 'unread' : 'read',
      writerOf(message),
      message.subject,
    ]),
  );
}

function writerOf({ name, email }: ContactMessage): string {
  return `${name} <${email}>`;
}

async function show({ db, operator }: OperatorContext, id: string): Promise<string> {
  const message = await openMessage(db, { id, actor: { kind: 'operator', name: operator } });
  if (message === undefined) throw new RefusedError(`There is no message ${JSON.stringify(id)}`);
  const facts = tableOf(
    ['fact', ''],
    [
      ['message', message.id],
      ['time (UTC)', message.created_at.toISOString()],
      ['first read (UTC)', message.read_at?.toISOString() ?? 'now'],
      ['from', writerOf(message)],
      ['reads', localeTraits[message.locale].label],
      ['subject', message.subject],
    ],
  );
  // The mark keeps a visitor's line from looking like one of ours.
  const lines = message.message.split(/\r\n|\r|\n/).map((line) => `> ${line === '' ? '' : printable(line)}`);
  return [facts, lines.map((line) => line.trimEnd()).join('\n'), 'Who wrote it is not proved.'].join('\n\n');
}
