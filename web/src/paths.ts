/** Every path of the site, defined once. */
export const paths = {
  home: '/',
  signInDialog: '/?auth=login',
  registerDialog: '/?auth=register',
  about: '/about',
  contact: '/contact',
  privacy: '/privacy-policy',
  terms: '/terms-and-conditions',
  cookies: '/cookie-policy',
  markets: '/markets',
  fees: '/fees',
  help: '/help',
  status: '/status',
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
  orderBook: '/trade/:market',
  portfolio: '/dashboard/portfolio',
  cancelWithdrawal: '/cancel-withdrawal',
  profile: '/profile',
  /** A link that asks for money. */
  request: '/request/:username',
  pay: '/pay/:token',
  demoPayment: '/demo-payment',
} as const;

/** The history, with the details of one transaction above it. */
export function transactionPath(id: string): string {
  return `${paths.transactions}?transaction=${encodeURIComponent(id)}`;
}

/** Where people trade with one another in a market such as "BTC-USD". */
export function marketPath(market: string): string {
  return paths.orderBook.replace(':market', encodeURIComponent(market));
}

/** The part of the history where payments wait for a claim. */
export const claimablePath = `${paths.transactions}?type=TOPUP&status=PENDING`;

/** Only in the sandbox, like everything under /dev: the server says whether it exists. */
export const devUiPath = '/dev/ui';

/** The sign-in page, with the place to go afterwards. */
export function loginPathFor(wanted: string): string {
  return `${paths.login}?next=${encodeURIComponent(wanted)}`;
}

/** Likewise the page to register. */
export function registerPathFor(wanted: string): string {
  return `${paths.register}?next=${encodeURIComponent(wanted)}`;
}

/**
 * A place to go after sign-in: only a path of this site, never another origin, whatever tricks the address contains. Null if it
 * isn't safe.
 */
export function safeNextPath(candidate: string | null, origin: string): string | null {
  // For a browser, two slashes (or a slash and a backslash) begin another host. It also drops tabs and line ends.
  if (!candidate || !/^\/(?![/\\])/.test(candidate) || /[\\\p{Cc}]/u.test(candidate)) return null;
  const url = URL.parse(candidate, origin);
  if (url?.origin !== origin) return null;
  // Going back to a sign-in page would go in circles.
  if (url.pathname === paths.login || url.pathname === paths.register) return null;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // Dots that go up can leave a path that begins with two slashes. Resolved once more, it would lead elsewhere.
  return URL.parse(path, origin)?.href === url.href ? path : null;
}
