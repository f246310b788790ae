/** What a call of the console needs. The guard of the server, the matrix that tests it and what a screen shows read this list. */
export const permissions = ['staff.read', 'staff.remove', 'audit.read'] as const;
export type Permission = (typeof permissions)[number];

/** An owner runs the business; a treasurer moves money, compliance knows people, support answers them; an auditor only reads. */
export const staffRoles = ['owner', 'treasurer', 'compliance', 'support', 'auditor'] as const;
export type StaffRole = (typeof staffRoles)[number];

const permissionsOfRole: Readonly<Record<StaffRole, readonly Permission[]>> = {
  owner: permissions,
  treasurer: ['staff.read'],
  compliance: ['staff.read', 'audit.read'],
  support: ['staff.read'],
  auditor: permissions.filter((permission) => permission.endsWith('.read')),
};

export function permissionsOf(role: StaffRole): readonly Permission[] {
  return permissionsOfRole[role];
}
