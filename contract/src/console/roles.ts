import * as z from 'zod/mini';
import { emailSchema, idSchema, key, labelSchema } from '../api/shapes.ts';
import { consoleEndpoint } from './endpoint.ts';
import { grantablePermissions, permissions } from './permissions.ts';
import { proposedReply, proposingErrors } from './proposals.ts';
import { whySchema } from './staff.ts';

export const roleNameSchema = labelSchema.check(
  z.minLength(2, key('nameMinLength')),
  z.maxLength(40, key('tooLong')),
);

export const roleShape = z.strictObject({
  name: z.string(),
  /** It comes with the product, and stays as it is. */
  isFixed: z.boolean(),
  permissions: z.array(z.enum(permissions)),
  memberCount: z.number(),
});
export type Role = z.output<typeof roleShape>;

export const listRoles = consoleEndpoint({
  method: 'GET',
  path: '/roles',
  summary: 'Every role, what it may do and how many have it',
  caller: 'staff.read',
  status: 200,
  reply: z.strictObject({ success: z.literal(true), roles: z.array(roleShape) }),
  errors: ['Unauthenticated', 'PermissionMissing'],
});

export const changeRole = consoleEndpoint({
  method: 'PUT',
  path: '/roles/:name',
  summary: 'Proposes what a role of the operator’s own may do; one that is not there yet is made',
  caller: 'roles.change',
  needsProof: true,
  params: z.strictObject({ name: roleNameSchema }),
  body: z.strictObject({
    permissions: z.array(z.enum(grantablePermissions)).check(z.minLength(1, key('required'))),
    reason: whySchema,
  }),
  status: 200,
  reply: proposedReply,
  errors: [...proposingErrors, 'NothingToChange'],
});

export const removeRole = consoleEndpoint({
  method: 'POST',
  path: '/roles/:name/removal',
  summary: 'Proposes that a role of the operator’s own goes; not while somebody has it',
  caller: 'roles.change',
  needsProof: true,
  params: z.strictObject({ name: roleNameSchema }),
  body: z.strictObject({ reason: whySchema }),
  status: 200,
  reply: proposedReply,
  errors: [...proposingErrors, 'RoleInUse'],
});

export const inviteStaffMember = consoleEndpoint({
  method: 'POST',
  path: '/staff/invitations',
  summary:
    'Proposes to invite somebody: once a second person says yes, a link that works for a day goes to their email',
  caller: 'staff.invite',
  needsProof: true,
  body: z.strictObject({ email: emailSchema, role: roleNameSchema, reason: whySchema }),
  status: 200,
  reply: proposedReply,
  errors: [...proposingErrors, 'StaffMemberExists'],
});

export const changeStaffRole = consoleEndpoint({
  method: 'POST',
  path: '/staff/:id/role',
  summary: 'Proposes another role for a member of staff; the change ends their sessions',
  caller: 'staff.change_role',
  needsProof: true,
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({ role: roleNameSchema, reason: whySchema }),
  status: 200,
  reply: proposedReply,
  errors: [...proposingErrors, 'LastOwner', 'NothingToChange'],
});
