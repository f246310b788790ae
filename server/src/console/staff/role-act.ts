import { isDeepStrictEqual } from 'node:util';
import { grantablePermissions, staffRoles } from '@mercury/contract/console/permissions.ts';
import { roleNameSchema } from '@mercury/contract/console/roles.ts';
import * as z from 'zod/mini';
import type { Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { proposalAct } from '../proposals/act.ts';
import { findRole } from './roles.ts';

const schema = z.object({
  name: roleNameSchema,
  /** Null removes it. */
  permissions: z.nullable(z.array(z.enum(grantablePermissions))),
});

/** Makes, changes or removes a role of the operator's own. */
export const changeRoleAct = proposalAct(schema, {
  kind: 'roles.change',
  async examine({ trx }, { name, permissions }) {
    if (staffRoles.some((fixed) => fixed === name.toLowerCase())) throw new DomainError('NotFound');
    const role = await findRole(trx.client, name);
    const heldBy = await findHolders(trx, name);
    // They will have it without another question.
    const offeredTo = await findInvited(trx, name);
    const wanted = grantablePermissions.filter((permission) => permissions?.includes(permission));
    if (permissions === null) {
      if (role === undefined) throw new DomainError('NotFound');
      if (heldBy.length > 0 || offeredTo.length > 0) throw new DomainError('RoleInUse');
    } else if (isDeepStrictEqual(role?.permissions, wanted)) {
      throw new DomainError('NothingToChange');
    }
    const whose = { heldBy, offeredTo };
    const shownName = role?.name ?? name;
    return {
      subject: { kind: 'role', id: name.toLowerCase(), name: shownName },
      before: role ? { role: shownName, permissions: role.permissions, ...whose } : {},
      after: permissions === null ? {} : { role: shownName, permissions: wanted, ...whose },
      needs: [...new Set([...(role?.permissions ?? []), ...wanted])],
    };
  },
  async carryOut({ trx: { client } }, { name, permissions }) {
    if (permissions === null) {
      await client.query('delete from staff_role where lower(name) = lower($1)', [name]);
      return;
    }
    await client.query(
      `insert into staff_role (name, permissions) values ($1, $2)
       on conflict (lower(name)) do update set permissions = excluded.permissions`,
      [name, permissions],
    );
  },
});

async function findHolders({ client }: Transaction, name: string): Promise<string[]> {
  const { rows } = await client.query<{ email: string }>(
    'select email from staff_member where lower(held_role) = lower($1) order by lower(email)',
    [name],
  );
  return rows.map(({ email }) => email);
}

async function findInvited({ client }: Transaction, name: string): Promise<string[]> {
  const { rows } = await client.query<{ email: string }>(
    `select email from staff_invitation
     where lower(role) = lower($1) and accepted_at is null and withdrawn_at is null and expires_at > now()
     order by lower(email)`,
    [name],
  );
  return rows.map(({ email }) => email);
}
