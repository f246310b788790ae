import type { Config } from './config-query.ts';

interface PaymentUrlRules {
  ownOrigin: string;
  /** Where the operator's rail has its payment pages, from the configuration: `https://pay.example.com`. */
  paymentOrigins?: readonly string[];
}

/**
 * The address of a payment page that the browser may open; undefined for any other. The reply is not trusted blindly: a payment
 * must never lead to a `javascript:` address or to a stranger's host.
 */
export function safePaymentUrl(
  paymentUrl: string,
  { ownOrigin, paymentOrigins = [] }: PaymentUrlRules,
): string | undefined {
  // Only a whole address: a relative one depends on the page that it is read from.
  if (!/^https?:\/\/[^\s\\]+$/i.test(paymentUrl) || !URL.canParse(paymentUrl)) return undefined;
  const url = new URL(paymentUrl);
  if (url.username !== '' || url.password !== '') return undefined;
  if (url.origin === ownOrigin) return url.href;
  // The same machine under its other name. Staying on the present origin keeps its session.
  if (isSameLoopback(url, new URL(ownOrigin))) return `${ownOrigin}${url.pathname}${url.search}`;
  const isSafelyCarried = url.protocol === 'https:' || loopbackNames.has(url.hostname);
  return isSafelyCarried && paymentOrigins.some((allowed) => originOf(allowed) === url.origin)
    ? url.href
    : undefined;
}

/**
 * The address in a reply where the person pays; null if no page is needed.
 * @throws if the page is on a site that is not allowed.
 */
export function paymentUrlOf(
  paymentUrl: string | null | undefined,
  { paymentOrigins }: Config['rail'],
): string | null {
  if (!paymentUrl) return null;
  const safeUrl = safePaymentUrl(paymentUrl, { ownOrigin: location.origin, paymentOrigins });
  if (safeUrl === undefined) throw new Error('the payment page is on a site that is not allowed');
  return safeUrl;
}

// All names of this machine that its browser may use, whichever one the server has as its own address.
const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

function isSameLoopback(one: URL, other: URL): boolean {
  const areLoopback = loopbackNames.has(one.hostname) && loopbackNames.has(other.hostname);
  return areLoopback && one.port === other.port && one.protocol === other.protocol;
}

/** As browsers write an origin: no trailing slash, lower case, no default port. */
function originOf(allowed: string): string | undefined {
  return URL.parse(allowed)?.origin;
}
