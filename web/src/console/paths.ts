/** Every page of the console, defined once. */
export const consolePaths = {
  home: '/console',
  signIn: '/console/sign-in',
  invitation: '/console/invitation',
  books: '/console/books',
  bookAccount: '/console/books/accounts/:id',
  bookTransfer: '/console/books/transfers/:id',
  messages: '/console/messages',
  message: '/console/messages/:id',
  announcements: '/console/announcements',
  staff: '/console/staff',
  audit: '/console/audit',
  account: '/console/account',
} as const;

export const bookAccountPath = (id: string): string => consolePaths.bookAccount.replace(':id', id);
export const bookTransferPath = (id: string): string => consolePaths.bookTransfer.replace(':id', id);
export const messagePath = (id: string): string => consolePaths.message.replace(':id', id);
