/** Every page of the console, defined once. */
export const consolePaths = {
  home: '/console',
  signIn: '/console/sign-in',
  invitation: '/console/invitation',
  approvals: '/console/approvals',
  proposalCancellation: '/console/proposal-cancellation',
  staff: '/console/staff',
  withdrawals: '/console/withdrawals',
  deposits: '/console/deposits',
  audit: '/console/audit',
  account: '/console/account',
} as const;

/** A proposal has an address of its own, so that a colleague can be sent to it. */
export function proposalPath(id: string): string {
  return `${consolePaths.approvals}/${id}`;
}
