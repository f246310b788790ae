/** Every page of the console, defined once. */
export const consolePaths = {
  home: '/console',
  signIn: '/console/sign-in',
  invitation: '/console/invitation',
  people: '/console/people',
  person: (id: string): string => `/console/people/${id}`,
  approvals: '/console/approvals',
  staff: '/console/staff',
  audit: '/console/audit',
  account: '/console/account',
} as const;
