import * as z from 'zod/mini';
import { idSchema, key, reasonSchema, timeSchema } from '../api/shapes.ts';
import { consoleEndpoint } from './endpoint.ts';

/** Asked for wherever money or access is touched. */
export const whySchema = reasonSchema.check(z.minLength(3, key('required')));

export const staffMemberShape = z.strictObject({
  id: idSchema,
  email: z.string(),
  name: z.string(),
  /** By name: one that comes with the product, or the operator’s own. */
  role: z.string(),
  /** How they sign in. */
  hasPassword: z.boolean(),
  passkeyCount: z.number(),
  joinedAt: timeSchema,
  /** The last call of a session of theirs. */
  lastSeenAt: timeSchema,
  removedAt: z.nullable(timeSchema),
});
export type StaffMember = z.output<typeof staffMemberShape>;

export const staffInvitationShape = z.strictObject({
  id: idSchema,
  email: z.string(),
  role: z.string(),
  /** As the command's operator or the member of staff is called. */
  invitedBy: z.string(),
  createdAt: timeSchema,
  expiresAt: timeSchema,
});
export type StaffInvitation = z.output<typeof staffInvitationShape>;

export const listStaff = consoleEndpoint({
  method: 'GET',
  path: '/staff',
  summary: 'Everybody who gets in, who no longer does, and the invitations that are open',
  caller: 'staff.read',
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    staff: z.array(staffMemberShape),
    invitations: z.array(staffInvitationShape),
  }),
  errors: ['Unauthenticated', 'PermissionMissing'],
});

export const removeStaffMember = consoleEndpoint({
  method: 'POST',
  path: '/staff/:id/removal',
  summary: 'Takes a member of staff out at once: their sessions end and nothing lets them in again',
  caller: 'staff.remove',
  needsProof: true,
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({ reason: whySchema }),
  status: 200,
  reply: z.strictObject({ success: z.literal(true) }),
  errors: ['Unauthenticated', 'PermissionMissing', 'ProofRequired', 'NotFound', 'LastOwner'],
});

export const withdrawInvitation = consoleEndpoint({
  method: 'POST',
  path: '/staff/invitations/:id/withdrawal',
  summary: 'An open invitation opens nothing any more',
  caller: 'staff.remove',
  needsProof: true,
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({ reason: whySchema }),
  status: 200,
  reply: z.strictObject({ success: z.literal(true) }),
  errors: ['Unauthenticated', 'PermissionMissing', 'ProofRequired', 'NotFound'],
});
