import * as z from 'zod/mini';
import { idSchema, key, localeSchema, timeSchema } from '../api/shapes.ts';
import { limits } from '../limits.ts';
import { linesWithoutWeightless, visibleLinesPattern } from '../visible-text.ts';
import { consoleEndpoint, pageQuery } from './endpoint.ts';

const one = z.strictObject({ id: idSchema });

const listedMessageShape = z.strictObject({
  id: idSchema,
  /** As the visitor wrote them: nothing of it is proved. */
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  writtenAt: timeSchema,
  /** Null: nobody has opened it. */
  readAt: z.nullable(timeSchema),
  answeredAt: z.nullable(timeSchema),
});
export type ListedMessage = z.output<typeof listedMessageShape>;

const answerShape = z.strictObject({
  id: idSchema,
  answer: z.string(),
  answeredBy: z.string(),
  answeredAt: timeSchema,
});

const messageShape = z.strictObject({
  ...listedMessageShape.def.shape,
  message: z.string(),
  /** What its writer reads, and is answered in the frame of. */
  locale: localeSchema,
  answers: z.array(answerShape),
});
export type ContactMessage = z.output<typeof messageShape>;

export const listMessages = consoleEndpoint({
  method: 'GET',
  path: '/messages',
  summary: 'What visitors wrote: unread first, each newest first, fifty at a time',
  caller: 'messages.read',
  query: z.strictObject(pageQuery),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    messages: z.array(listedMessageShape),
    nextCursor: z.nullable(z.string()),
  }),
  errors: ['Unauthenticated', 'PermissionMissing'],
});

const messageReply = z.strictObject({ success: z.literal(true), message: messageShape });

/** A visitor's details are for whoever answers: each opening stands in the audit log. */
export const openMessage = consoleEndpoint({
  method: 'POST',
  path: '/messages/:id/opening',
  summary: 'One message with its answers; it is read from then on',
  caller: 'messages.read',
  params: one,
  status: 200,
  reply: messageReply,
  errors: ['Unauthenticated', 'PermissionMissing', 'NotFound'],
});

export const answerSchema = z
  .string(key('required'))
  .check(
    z.overwrite<string>(linesWithoutWeightless),
    z.regex(visibleLinesPattern, key('namePattern')),
    z.trim(),
    z.minLength(1, key('required')),
    z.maxLength(limits.contactMessageLengthMax, key('tooLong')),
  );

export const answerMessage = consoleEndpoint({
  method: 'POST',
  path: '/messages/:id/answers',
  summary:
    'Mails an answer with the quoted message; refused if there is an answer that the writer has not seen',
  caller: 'messages.answer',
  params: one,
  body: z.strictObject({
    answer: answerSchema,
    /** How many answers the one who writes has seen. */
    answersSeen: z.int(key('invalid')).check(z.minimum(0, key('invalid')), z.maximum(1000, key('invalid'))),
  }),
  status: 200,
  reply: messageReply,
  errors: ['Unauthenticated', 'PermissionMissing', 'NotFound', 'MessageAnswered'],
});
