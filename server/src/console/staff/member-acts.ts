import { emailSchema, idSchema } from '@mercury/contract/api/shapes.ts';
import { roleNameSchema } from '@mercury/contract/console/roles.ts';
import { locales } from '@mercury/contract/locales.ts';
import * as z from 'zod/mini';
import type { Transaction } from '../../db/database.ts';
import { maybeOne } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { proposalAct } from '../proposals/act.ts';
import { invitationLink, makeInvitation } from './invitations.ts';
import { findActiveMember, lockMember, requireOtherOwner } from './members.ts';
import { findRole, type StaffRole } from './roles.ts';
import { endStaffSessions } from './sessions.ts';

const invitation = z.object({
  email: emailSchema,
  role: roleNameSchema,
  /** Who proposed it, and the language of their browser: nobody knows the invited person's. */
  invitedBy: z.string(),
  locale: z.enum(locales),
});

/** The link goes to the invited person alone: nobody who decides sees it. */
export const inviteAct = proposalAct(invitation, {
  kind: 'staff.invite',
  async examine({ trx }, { email, role: name }) {
    const role = await requireRole(trx, name);
    if (await findActiveMember(trx.client, email)) throw new DomainError('StaffMemberExists');
    const open = maybeOne(
      await trx.client.query<{ role: string }>(
        `select role from staff_invitation
         where lower(email) = lower($1) and accepted_at is null and withdrawn_at is null and expires_at > now()
         for no key update`,
        [email],
      ),
    );
    return {
      subject: { kind: 'invitation', id: email.toLowerCase(), name: email },
      before: open ? { email, role: open.role } : {},
      after: { email, role: role.name, permissions: role.permissions },
      needs: role.permissions,
    };
  },
  async carryOut({ services: { config }, trx }, { email, role: name, invitedBy, locale }) {
    const role = await requireRole(trx, name);
    const { token } = await makeInvitation(trx, { email, role: role.name, invitedBy });
    await enqueueMail(
      trx,
      { userId: null, email, locale },
      {
        template: 'staff-invitation',
        values: { username: email, invitedBy, url: invitationLink(config, token) },
      },
    );
  },
});

const change = z.object({ id: idSchema, role: roleNameSchema });

export const changeMemberRoleAct = proposalAct(change, {
  kind: 'staff.change_role',
  async examine({ trx }, { id, role: name }) {
    const member = await lockMember(trx, id);
    if (member === undefined) throw new DomainError('NotFound');
    const [before, after] = [await requireRole(trx, member.role), await requireRole(trx, name)];
    if (before.name === after.name) throw new DomainError('NothingToChange');
    if (before.name === 'owner') await requireOtherOwner(trx, id);
    const { email } = member;
    return {
      subject: { kind: 'staff', id, name: email },
      before: { email, role: before.name, permissions: before.permissions },
      after: { email, role: after.name, permissions: after.permissions },
      // Nobody takes from somebody either what they lack.
      needs: [...new Set([...before.permissions, ...after.permissions])],
    };
  },
  async carryOut({ trx }, { id, role: name }) {
    const role = await requireRole(trx, name);
    await trx.client.query('update staff_member set role = $2 where id = $1', [id, role.name]);
    await endStaffSessions(trx, { staffId: id });
  },
});

async function requireRole({ client }: Transaction, name: string): Promise<StaffRole> {
  const role = await findRole(client, name);
  if (role === undefined) throw new DomainError('NotFound');
  return role;
}
