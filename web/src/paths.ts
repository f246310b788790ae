/** Every path of the site, once. */
export const paths = {
  home: '/',
  signInDialog: '/?auth=login',
  registerDialog: '/?auth=register',
  about: '/about',
  contact: '/contact',
  privacy: '/privacy-policy',
  terms: '/terms-and-conditions',
  cookies: '/cookie-policy',
  coin: '/market/:id',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  freezeAccount: '/freeze-account',
  undoEmailChange: '/undo-email-change',
  dashboard: '/dashboard',
  transactions: '/dashboard/transactions',
  statement: '/dashboard/statement',
  withdrawalAddresses: '/dashboard/addresses',
  trade: '/dashboard/trade',
  portfolio: '/dashboard/portfolio',
  cancelWithdrawal: '/cancel-withdrawal',
  profile: '/profile',
  pay: '/pay/:token',
  demoPayment: '/demo-payment',
} as const;

/** The history, with the details of one transaction over it. */
export function transactionPath(id: string): string {
  return `${paths.transactions}?transaction=${encodeURIComponent(id)}`;
}

/** Where payments wait to be claimed. */
export const claimablePath = `${paths.transactions}?type=TOPUP&status=PENDING`;

/** Of the sandbox only, as whatever stands under /dev: the server says whether it is there. */
export const devUiPath = '/dev/ui';

/** The sign-in page, carrying where the person wanted to go. */
export function loginPathFor(wanted: string): string {
  return `${paths.login}?next=${encodeURIComponent(wanted)}`;
}

/**
 * A place to go after sign-in is a path of this site, or it is ignored: never another origin, whatever tricks
 * the address holds. Answers null for what isn't safe.
 */
export function safeNextPath(candidate: string | null, origin: string): string | null {
  // Two slashes, or a slash and a backslash, begin another host for a browser; it also drops tabs and line ends.
  if (!candidate || !/^\/(?![/\\])/.test(candidate) || /[\\\p{Cc}]/u.test(candidate)) return null;
  const url = URL.parse(candidate, origin);
  if (url?.origin !== origin) return null;
  // Back to a page that signs in would go round in a circle.
  if (url.pathname === paths.login || url.pathname === paths.register) return null;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // Dots that go up can leave a path that begins with two slashes: whoever resolves it once more goes elsewhere.
  return URL.parse(path, origin)?.href === url.href ? path : null;
}
