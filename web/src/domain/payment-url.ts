import type { Config } from './config-query.ts';

interface PaymentUrlRules {
  ownOrigin: string;
  /** Where the operator's rail has its payment pages, as the configuration tells: `https://pay.example.com`. */
  paymentOrigins?: readonly string[];
}

/**
 * The address of a payment page that the browser may be sent to; undefined for any other. The reply is not trusted
 * blindly: a `javascript:` address or a stranger's host would be the worst moment for a surprise.
 */
export function safePaymentUrl(
  paymentUrl: string,
  { ownOrigin, paymentOrigins = [] }: PaymentUrlRules,
): string | undefined {
  // A whole address only: one that leans on the page it is read from could mean anything.
  if (!/^https?:\/\/[^\s\\]+$/i.test(paymentUrl) || !URL.canParse(paymentUrl)) return undefined;
  const url = new URL(paymentUrl);
  if (url.username !== '' || url.password !== '') return undefined;
  if (url.origin === ownOrigin) return url.href;
  // The same machine under its other name: staying on the origin at hand keeps the session that lives there.
  if (isSameLoopback(url, new URL(ownOrigin))) return `${ownOrigin}${url.pathname}${url.search}`;
  const isSafelyCarried = url.protocol === 'https:' || loopbackNames.has(url.hostname);
  return isSafelyCarried && paymentOrigins.some((allowed) => originOf(allowed) === url.origin)
    ? url.href
    : undefined;
}

/**
 * Where the browser goes to pay, of a reply; null where there is nothing to pay on a page.
 * @throws where the page is on a site that is not allowed.
 */
export function paymentUrlOf(paymentUrl: string | null, { paymentOrigins }: Config['rail']): string | null {
  if (paymentUrl === null || paymentUrl === '') return null;
  const safeUrl = safePaymentUrl(paymentUrl, { ownOrigin: location.origin, paymentOrigins });
  if (safeUrl === undefined) throw new Error('the payment page is on a site that is not allowed');
  return safeUrl;
}

// What a browser on the machine itself may call it, whichever of them the server was told as its own address.
const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

function isSameLoopback(one: URL, other: URL): boolean {
  const areLoopback = loopbackNames.has(one.hostname) && loopbackNames.has(other.hostname);
  return areLoopback && one.port === other.port && one.protocol === other.protocol;
}

/** As browsers write it: without a slash at the end, in small letters, without the port that goes without saying. */
function originOf(allowed: string): string | undefined {
  return URL.parse(allowed)?.origin;
}
