/** Every page of the console, defined once. */
export const consolePaths = {
  home: '/console',
  signIn: '/console/sign-in',
  invitation: '/console/invitation',
  staff: '/console/staff',
  withdrawals: '/console/withdrawals',
  deposits: '/console/deposits',
  audit: '/console/audit',
  account: '/console/account',
} as const;
