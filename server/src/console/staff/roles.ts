import {
  permissions,
  permissionsOf,
  staffRoles,
  type Permission,
} from '@mercury/contract/console/permissions.ts';
import type { Role } from '@mercury/contract/console/roles.ts';
import type pg from 'pg';
import { maybeOne } from '../../db/rows.ts';

/** As the database has it: null for one that comes with the product. */
export type StoredPermissions = readonly string[] | null;

export interface StaffRole {
  readonly name: string;
  readonly permissions: readonly Permission[];
}

/** In the contract's order. A word that it no longer has permits nothing. */
export function permissionsFor(name: string, stored: StoredPermissions): readonly Permission[] {
  const fixed = staffRoles.find((role) => role === name);
  if (fixed !== undefined) return permissionsOf(fixed);
  return permissions.filter((permission) => stored?.includes(permission));
}

/** By its name in any case. */
export async function findRole(
  connection: Pick<pg.Pool, 'query'>,
  name: string,
): Promise<StaffRole | undefined> {
  const row = maybeOne(
    await connection.query<{ name: string; permissions: StoredPermissions }>(
      'select name, permissions from staff_role where lower(name) = lower($1)',
      [name],
    ),
  );
  return row && { name: row.name, permissions: permissionsFor(row.name, row.permissions) };
}

/** Those of the product first. */
export async function listRoles(connection: Pick<pg.Pool, 'query'>): Promise<Role[]> {
  const { rows } = await connection.query<{
    name: string;
    permissions: StoredPermissions;
    member_count: number;
  }>(
    `select name, permissions,
       (select count(*)::integer from staff_member where held_role = staff_role.name) as member_count
     from staff_role
     order by permissions is not null, array_position($1, name), lower(name)`,
    [staffRoles],
  );
  return rows.map((row) => ({
    name: row.name,
    isFixed: row.permissions === null,
    permissions: [...permissionsFor(row.name, row.permissions)],
    memberCount: row.member_count,
  }));
}
