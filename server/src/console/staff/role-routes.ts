import * as roles from '@mercury/contract/console/roles.ts';
import type { ConsoleBind, ConsoleDeps } from '../bind.ts';
import { propose } from '../proposals/propose.ts';
import { changeMemberRoleAct, inviteAct } from './member-acts.ts';
import { changeRoleAct } from './role-act.ts';
import { listRoles } from './roles.ts';

/** Who may do what: all of it waits for a second person. */
export function bindRoles(bind: ConsoleBind, { services }: ConsoleDeps): void {
  bind(roles.listRoles, {}, async () => ({ success: true, roles: await listRoles(services.db.pool) }));
  bind(
    roles.changeRole,
    {},
    async ({ params: { name }, body: { permissions, reason }, session, context }) => ({
      success: true,
      proposal: await propose(services, changeRoleAct, {
        parameters: { name, permissions },
        reason,
        session,
        origin: context,
      }),
    }),
  );
  bind(roles.removeRole, {}, async ({ params: { name }, body: { reason }, session, context }) => ({
    success: true,
    proposal: await propose(services, changeRoleAct, {
      parameters: { name, permissions: null },
      reason,
      session,
      origin: context,
    }),
  }));
  bind(roles.inviteStaffMember, {}, async ({ body: { email, role, reason }, session, context }) => ({
    success: true,
    proposal: await propose(services, inviteAct, {
      parameters: { email, role, invitedBy: session.email, locale: context.locale },
      reason,
      session,
      origin: context,
    }),
  }));
  bind(roles.changeStaffRole, {}, async ({ params: { id }, body: { role, reason }, session, context }) => ({
    success: true,
    proposal: await propose(services, changeMemberRoleAct, {
      parameters: { id, role },
      reason,
      session,
      origin: context,
    }),
  }));
}
