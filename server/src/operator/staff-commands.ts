import { emailSchema } from '@mercury/contract/api/shapes.ts';
import { staffRoles } from '@mercury/contract/console/permissions.ts';
import { invitationLink, inviteStaff } from '../console/staff/invitations.ts';
import { listStaff, removeMember } from '../console/staff/manage-staff.ts';
import { listRoles } from '../console/staff/roles.ts';
import { DomainError } from '../errors.ts';
import { type OperatorCommands, type OperatorContext, RefusedError, tableOf } from './command.ts';

export const staffCommands: OperatorCommands = {
  'invite-owner': {
    parameters: ['<email>'],
    help: 'prints a link that lets an owner into the console, once, within 24 hours',
    run: (context, [email = '']) => invite(context, email, 'owner'),
  },
  'invite-staff': {
    parameters: ['<email>', '<role>'],
    help: `the same for another role: ${staffRoles.join(', ')}, or one of your own`,
    run: async (context, [email = '', role = '']) => invite(context, email, await readRole(context, role)),
  },
  'list-staff': {
    parameters: [],
    help: 'who gets into the console, and who is invited',
    run: async ({ db }) => {
      const { staff, invitations } = await listStaff(db);
      const members = staff.filter(({ removedAt }) => removedAt === null);
      return tableOf(
        ['email', 'role', 'name', 'since (UTC)', 'last seen (UTC)'],
        [
          ...members.map((member) => [
            member.email,
            member.role,
            member.name,
            member.joinedAt,
            member.lastSeenAt,
          ]),
          ...invitations.map(({ email, role, expiresAt }) => [
            email,
            role,
            'invited',
            `until ${expiresAt}`,
            '',
          ]),
        ],
      );
    },
  },
  'remove-staff': {
    parameters: ['<email>', '<reason...>'],
    help: 'nothing lets this person into the console again; the last owner stays',
    run: (context, [email = '', reason = '']) => remove(context, email, reason),
  },
};

async function readRole({ db }: OperatorContext, text: string): Promise<string> {
  const names = (await listRoles(db.pool)).map(({ name }) => name);
  const role = names.find((name) => name.toLowerCase() === text.toLowerCase());
  if (role !== undefined) return role;
  throw new RefusedError(`A role is one of ${names.join(', ')}, not ${JSON.stringify(text)}`);
}

async function invite(
  { db, config, operator }: OperatorContext,
  email: string,
  role: string,
): Promise<string> {
  if (!emailSchema.safeParse(email).success) throw new RefusedError(`${JSON.stringify(email)} is no email`);
  const actor = { kind: 'operator', name: operator } as const;
  const token = await inviteStaff(db, { email, role, actor, invitedBy: operator });
  if (token === undefined) throw new RefusedError(`${email} is a member of staff already`);
  const link = invitationLink(config, token);
  return `Give ${email} this link, for their eyes only. It opens once, within 24 hours:\n${link}`;
}

async function remove(
  { db, config, operator }: OperatorContext,
  email: string,
  reason: string,
): Promise<string> {
  const { staff } = await listStaff(db);
  const member = staff.find(
    (each) => each.removedAt === null && each.email.toLowerCase() === email.toLowerCase(),
  );
  if (member === undefined) throw new RefusedError(`There is no member of staff ${JSON.stringify(email)}`);
  try {
    await removeMember(
      { db, config },
      { id: member.id, actor: { kind: 'operator', name: operator }, reason },
    );
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'LastOwner')) throw error;
    throw new RefusedError(`${member.email} is the last owner: invite another first`);
  }
  return `${member.email} is out`;
}
