/**
 * The web app's pages as this server must know them: which paths exist, and which a search engine may list. web-app.test.ts
 * compares them with the web app's own list.
 */

/** Public pages for search engines. Each has one address for all languages: the reader chooses the language. */
export const publicPages = [
  '/',
  '/markets',
  '/fees',
  '/help',
  '/status',
  '/about',
  '/contact',
  '/privacy-policy',
  '/terms-and-conditions',
  '/cookie-policy',
] as const;

const coinPage = '/market/:id';
/** Public too, but these depend on the coins of the moment. */
const publicPatterns = [coinPage] as const;

export function coinPageOf(id: string): string {
  return coinPage.replace(':id', encodeURIComponent(id));
}

/** Pages that belong to one person, open something, or are useless to a visitor from a search. */
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
  '/trade/:market',
  '/profile',
  '/request/:username',
  '/pay/:token',
  '/demo-payment',
] as const;

export const pagePatterns: readonly string[] = [...publicPages, ...publicPatterns, ...privatePatterns];

/** The web app's router ignores case and a trailing slash. */
const asExpression = (pattern: string) =>
  new RegExp(`^${pattern.replace(/\/$/, '').replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i');
const publicExpressions = [...publicPages, ...publicPatterns].map(asExpression);
const expressions = pagePatterns.map(asExpression);

/** True if the web app has a page there. For any other path it shows "not found". */
export function isPage(path: string): boolean {
  return expressions.some((expression) => expression.test(path));
}

export function isPublicPage(path: string): boolean {
  return publicExpressions.some((expression) => expression.test(path));
}
