import * as z from 'zod/mini';
import { localTextsShape, writtenTextsSchema } from '../api/local-texts.ts';
import { idSchema, key, timeSchema } from '../api/shapes.ts';
import { limits } from '../limits.ts';
import { linesWithoutWeightless, visibleLinesPattern } from '../visible-text.ts';
import { consoleEndpoint, pageQuery } from './endpoint.ts';

export const announcementStates = ['waiting', 'shown', 'ended'] as const;

const announcementShape = z.strictObject({
  id: idSchema,
  texts: localTextsShape,
  startsAt: timeSchema,
  /** Null: until somebody ends it. */
  endsAt: z.nullable(timeSchema),
  state: z.enum(announcementStates),
  /** To how many people mails are written by now. Null: it is not mailed. */
  mailCount: z.nullable(z.int()),
});
export type Announcement = z.output<typeof announcementShape>;

export const listAnnouncements = consoleEndpoint({
  method: 'GET',
  path: '/announcements',
  summary: 'What everybody is told, was told and will be told, newest first, fifty at a time',
  caller: 'announcements.read',
  query: z.strictObject(pageQuery),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    announcements: z.array(announcementShape),
    nextCursor: z.nullable(z.string()),
  }),
  errors: ['Unauthenticated', 'PermissionMissing'],
});

export const announcementTextsSchema = writtenTextsSchema(
  z
    .string(key('required'))
    .check(
      z.overwrite<string>(linesWithoutWeightless),
      z.regex(visibleLinesPattern, key('namePattern')),
      z.trim(),
      z.maxLength(limits.announcementLengthMax, key('tooLong')),
    ),
);

export const announce = consoleEndpoint({
  method: 'POST',
  path: '/announcements',
  summary: 'Tells everybody something in the app, from a time until another, and by mail if wanted',
  caller: 'announcements.write',
  body: z.strictObject({
    texts: announcementTextsSchema,
    /** Null: now. */
    startsAt: z.nullable(timeSchema),
    /** Null: until somebody ends it. */
    endsAt: z.nullable(timeSchema),
    /** Also to everybody who has not turned such mails off, from its beginning. */
    isMailed: z.boolean(key('invalid')),
  }),
  status: 201,
  reply: z.strictObject({ success: z.literal(true), announcement: announcementShape }),
  errors: ['Unauthenticated', 'PermissionMissing'],
});

export const endAnnouncement = consoleEndpoint({
  method: 'POST',
  path: '/announcements/:id/end',
  summary: 'Takes it from all lists at once',
  caller: 'announcements.write',
  params: z.strictObject({ id: idSchema }),
  status: 200,
  reply: z.strictObject({ success: z.literal(true) }),
  errors: ['Unauthenticated', 'PermissionMissing', 'NotFound'],
});
