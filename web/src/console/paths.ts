/** Every page of the console, defined once. */
export const consolePaths = {
  home: '/console',
  signIn: '/console/sign-in',
  invitation: '/console/invitation',
  approvals: '/console/approvals',
  proposalCancellation: '/console/proposal-cancellation',
  people: '/console/people',
  person: (id: string): string => `/console/people/${id}`,
  withdrawals: '/console/withdrawals',
  deposits: '/console/deposits',
  books: '/console/books',
  bookAccount: '/console/books/accounts/:id',
  bookTransfer: '/console/books/transfers/:id',
  levels: '/console/levels',
  messages: '/console/messages',
  message: '/console/messages/:id',
  announcements: '/console/announcements',
  trading: '/console/trading',
  settings: '/console/settings',
  reports: '/console/reports',
  staff: '/console/staff',
  audit: '/console/audit',
  account: '/console/account',
} as const;

/** A proposal has an address of its own, so that a colleague can be sent to it. */
export function proposalPath(id: string): string {
  return `${consolePaths.approvals}/${id}`;
}
export const bookAccountPath = (id: string): string => consolePaths.bookAccount.replace(':id', id);
export const bookTransferPath = (id: string): string => consolePaths.bookTransfer.replace(':id', id);
export const messagePath = (id: string): string => consolePaths.message.replace(':id', id);
