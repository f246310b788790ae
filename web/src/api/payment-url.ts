/** Where browsers may be sent to pay, beyond this origin: hosts that the operator's rail needs, over https only. */
const allowedPaymentHosts: readonly string[] = [];

interface PaymentUrlRules {
  ownOrigin: string;
  allowedHosts?: readonly string[];
}

/**
 * The address of a payment page that the browser may be sent to; undefined for any other. The reply is not trusted
 * blindly: a `javascript:` address or a stranger's host would be the worst moment for a surprise.
 */
export function safePaymentUrl(
  paymentUrl: string,
  { ownOrigin, allowedHosts = allowedPaymentHosts }: PaymentUrlRules,
): string | undefined {
  // A whole address only: one that leans on the page it is read from could mean anything.
  if (!/^https?:\/\/[^\s\\]+$/i.test(paymentUrl) || !URL.canParse(paymentUrl)) return undefined;
  const url = new URL(paymentUrl);
  if (url.username !== '' || url.password !== '') return undefined;
  if (url.origin === ownOrigin) return url.href;
  return url.protocol === 'https:' && url.port === '' && allowedHosts.includes(url.hostname)
    ? url.href
    : undefined;
}
