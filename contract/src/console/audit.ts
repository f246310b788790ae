import * as z from 'zod/mini';
import { idSchema, searchSchema, timeSchema } from '../api/shapes.ts';
import { limits } from '../limits.ts';
import { consoleEndpoint, csvReply } from './endpoint.ts';

/** JSON as it was recorded. */
const recorded = z.nullable(z.record(z.string(), z.unknown()));

export const auditEntryShape = z.strictObject({
  /** Dense, from 1. */
  seq: z.number(),
  at: timeSchema,
  /** A member of staff by email, or the operator of the command line by name. */
  actor: z.string(),
  /** Null for the command line. */
  staffId: z.nullable(idSchema),
  role: z.nullable(z.string()),
  networkAddress: z.nullable(z.string()),
  /** Such as `staff.remove`, or a command of the operator. */
  action: z.string(),
  subjectKind: z.nullable(z.string()),
  subjectId: z.nullable(z.string()),
  /** What its id stands for, where it still has a name. */
  subjectName: z.nullable(z.string()),
  before: recorded,
  after: recorded,
  reason: z.nullable(z.string()),
  /** SHA-256 over the entry and the hash of the one before, in hex. */
  hash: z.string(),
});
export type AuditEntry = z.output<typeof auditEntryShape>;

const filter = {
  actor: z.optional(searchSchema),
  action: z.optional(searchSchema),
  subject: z.optional(searchSchema),
  from: z.optional(timeSchema),
  /** Exclusive. */
  until: z.optional(timeSchema),
};

export const listAudit = consoleEndpoint({
  method: 'GET',
  path: '/audit',
  summary: 'What was done, newest first, fifty at a time',
  caller: 'audit.read',
  query: z.strictObject({ ...filter, before: z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,15}$/))) }),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    entries: z.array(auditEntryShape),
    /** Send it as `before` for the next page; null at the end. */
    next: z.nullable(z.string()),
  }),
  errors: ['Unauthenticated', 'PermissionMissing'],
});

export const exportAudit = consoleEndpoint({
  method: 'GET',
  path: '/audit.csv',
  summary: `The same as CSV, oldest first; the newest ${limits.exportedRowsMax} entries that match`,
  caller: 'audit.read',
  query: z.strictObject(filter),
  status: 200,
  ...csvReply,
  errors: ['Unauthenticated', 'PermissionMissing'],
});
