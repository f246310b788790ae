/** What a call of the console needs. The guard of the server, the matrix that tests it and what a screen shows read this list. */
export const permissions = [
  'staff.read',
  'staff.remove',
  'staff.invite',
  'staff.change_role',
  'roles.change',
  'audit.read',
  'people.read',
  'people.read_contact',
  'people.freeze',
  'people.unfreeze',
  'people.end_sessions',
  'people.remove_two_factor',
  'people.resend_mail',
  'people.note',
  'people.level',
  'levels.read',
  'levels.change',
  'withdrawals.read',
  'withdrawals.settle',
  'withdrawals.release_large',
  'deposits.read',
  'deposits.assign',
  'books.read',
  'books.correct',
  'messages.read',
  'messages.answer',
  'announcements.read',
  'announcements.write',
  'trading.read',
  'trading.halt',
  'trading.hedge',
  'settings.read',
  'settings.change',
  'assets.change',
  'reports.read',
] as const;
export type Permission = (typeof permissions)[number];

/** What a role of an operator's own can include: only an owner says what a role may do. */
export const grantablePermissions = permissions.filter((permission) => permission !== 'roles.change');

/** Those that come with the product. An owner runs the business; a treasurer moves money, compliance knows people, support answers them; an auditor only reads. */
export const staffRoles = ['owner', 'treasurer', 'compliance', 'support', 'auditor'] as const;
export type StaffRole = (typeof staffRoles)[number];

const permissionsOfRole: Readonly<Record<StaffRole, readonly Permission[]>> = {
  owner: permissions,
  treasurer: [
    'staff.read',
    'people.read',
    'withdrawals.read',
    'withdrawals.settle',
    'withdrawals.release_large',
    'deposits.read',
    'deposits.assign',
    'books.read',
    'books.correct',
    'trading.read',
    'trading.halt',
    'trading.hedge',
    'settings.read',
    'reports.read',
  ],
  compliance: [
    'staff.read',
    'audit.read',
    'people.read',
    'people.read_contact',
    'people.freeze',
    'people.unfreeze',
    'people.end_sessions',
    'people.remove_two_factor',
    'people.note',
    'people.level',
    'levels.read',
    'withdrawals.read',
    'deposits.read',
    'books.read',
    'messages.read',
    'reports.read',
  ],
  support: [
    'staff.read',
    'people.read',
    'people.read_contact',
    'people.freeze',
    'people.end_sessions',
    'people.remove_two_factor',
    'people.resend_mail',
    'people.note',
    'levels.read',
    'withdrawals.read',
    'deposits.read',
    'messages.read',
    'messages.answer',
    'announcements.read',
  ],
  auditor: permissions.filter((permission) => /\.read(_|$)/.test(permission)),
};

/** Of a role that comes with the product. */
export function permissionsOf(role: StaffRole): readonly Permission[] {
  return permissionsOfRole[role];
}

/** What waits for a second person with the same permission. A proposal is called by its permission. */
export const proposalKinds = [
  'staff.invite',
  'staff.change_role',
  'roles.change',
  'people.unfreeze',
  'people.remove_two_factor',
  'levels.change',
  'withdrawals.release_large',
  'books.correct',
  'trading.hedge',
  'settings.change',
  'assets.change',
] as const satisfies readonly Permission[];
export type ProposalKind = (typeof proposalKinds)[number];
