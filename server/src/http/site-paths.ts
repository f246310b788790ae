/**
 * The pages of the web app, as this server has to know them: which it may say are there, and which may be found by search
 * engines. web-app.test.ts holds these against the web app's own list.
 */

/** What everybody may read and a search engine should offer. Each is one address in every language: the reader chooses it. */
export const publicPages = [
  '/',
  '/about',
  '/contact',
  '/privacy-policy',
  '/terms-and-conditions',
  '/cookie-policy',
] as const;

const coinPage = '/market/:id';
/** Likewise for everybody, but made only once it is known which coins there are. */
const publicPatterns = [coinPage] as const;

export function coinPageOf(id: string): string {
  return coinPage.replace(':id', encodeURIComponent(id));
}

/** What belongs to one person, or opens something, or is of no use to who comes from a search. */
const privatePatterns = [
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/freeze-account',
  '/undo-email-change',
  '/cancel-withdrawal',
  '/dashboard',
  '/dashboard/transactions',
  '/dashboard/statement',
  '/dashboard/addresses',
  '/dashboard/trade',
  '/dashboard/portfolio',
  '/profile',
  '/pay/:token',
  '/demo-payment',
] as const;

export const pagePatterns: readonly string[] = [...publicPages, ...publicPatterns, ...privatePatterns];

/** The web app's router minds neither case nor a slash at the end. */
const asExpression = (pattern: string) =>
  new RegExp(`^${pattern.replace(/\/$/, '').replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i');
const publicExpressions = [...publicPages, ...publicPatterns].map(asExpression);
const expressions = pagePatterns.map(asExpression);

/** The web app has a page of its own there; anywhere else it says that there is none. */
export function isPage(path: string): boolean {
  return expressions.some((expression) => expression.test(path));
}

export function isPublicPage(path: string): boolean {
  return publicExpressions.some((expression) => expression.test(path));
}
