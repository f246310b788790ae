interface ErrorTraits {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503;
  /** Our own fault, not the caller's: an operator must see it. */
  readonly isReportable?: true;
  /** The unchanged call may succeed later. */
  readonly isRetryable?: true;
}

/**
 * Every error code of the API. Codes are stable: clients decide by code, people read the message. 422: a business rule refused.
 * 401 only means no live session or a failed sign-in.
 */
const catalogue = {
  ValidationFailed: { status: 400 },
  MalformedJson: { status: 400 },
  Unauthenticated: { status: 401 },
  InvalidCredentials: { status: 401 },
  EmailNotVerified: { status: 403 },
  /** Only told to a caller who showed the password, a passkey or a link of the account. */
  AccountFrozen: { status: 403 },
  /** The session must show its password or two-factor code again: POST /auth/proof. */
  ProofRequired: { status: 403 },
  /** The sender claims to be the payment provider, but the signature is wrong. */
  WebhookForged: { status: 403 },
  NotFound: { status: 404 },

  UsernameTaken: { status: 409 },
  ContactExists: { status: 409 },
  TwoFactorAlreadyEnabled: { status: 409 },
  TwoFactorNotEnabled: { status: 409 },
  PasskeyExists: { status: 409 },
  WithdrawalAddressExists: { status: 409 },
  PayloadTooLarge: { status: 413 },
  UnsupportedMediaType: { status: 415 },
  InvalidOrExpiredCode: { status: 422 },
  InvalidOrExpiredToken: { status: 422 },
  WrongPassword: { status: 422 },
  /** Two-factor is on and the call has no code. */
  TwoFactorCodeRequired: { status: 422 },
  InvalidTwoFactorCode: { status: 422 },
  InvalidRecoveryCode: { status: 422 },
  /** The second step of a sign-in came too late or after too many tries. It starts again with the password. */
  ChallengeExpired: { status: 422 },
  PasskeyRefused: { status: 422 },
  TooManyPasskeys: { status: 422 },
  AccountHasMoney: { status: 422 },
  AccountHasUnfinishedTransactions: { status: 422 },
  AmountNotPositive: { status: 422 },
  AmountOutOfRange: { status: 422 },
  InsufficientBalance: { status: 422 },
  InvalidAddress: { status: 422 },
  RecipientNotFound: { status: 422 },
  RecipientIsSelf: { status: 422 },
  CurrencyNotTransferable: { status: 422 },
  IdempotencyKeyReused: { status: 422 },
  TooManyContacts: { status: 422 },
  PaymentNotPayable: { status: 422 },
  NothingToClaim: { status: 422 },
  DepositNotOffered: { status: 422 },
  WithdrawalNotOffered: { status: 422 },
  /** The address belongs to an account of this product: use a transfer. */
  AddressIsInternal: { status: 422 },
  /** The allow-list is on, and the address is not saved or was saved too recently. */
  AddressNotAllowed: { status: 422 },
  /** Account protection changed within the last day. Until then money goes to people paid before, up to the limit. */
  TransferPaused: { status: 422 },
  /** It waits for no code: it never did, no longer does, or its time ran out. */
  WithdrawalNotWaiting: { status: 422 },
  WithdrawalNotCancellable: { status: 422 },
  TooManyWithdrawalAddresses: { status: 422 },
  TooManyTransactions: { status: 422 },
  /** No such offer, or another person's. */
  QuoteNotFound: { status: 404 },
  QuoteExpired: { status: 422 },
  QuoteUsed: { status: 422 },
  /** An offer or a withdrawal fee differs from what the person confirmed. */
  QuoteChanged: { status: 422 },
  /** The market moved further than its spread. The reply has a new offer if there is one. */
  QuoteMoved: { status: 422 },
  /** Above the person's daily trade limit. */
  TradeLimitReached: { status: 422 },
  /** The house reached the operator's limit for this currency, in what it has or what it owes. */
  ExposureLimitReached: { status: 422 },
  /** The operator switched the currency off. It can still be held, sent and withdrawn. */
  AssetNotTraded: { status: 422 },
  TooManyRecurringBuys: { status: 422 },
  TooManyPriceAlerts: { status: 422 },
  TooManyWatchedCoins: { status: 422 },
  /** The price is already past the threshold. */
  AlertAlreadyReached: { status: 422 },
  RateLimitExceeded: { status: 429, isRetryable: true },
  ServerError: { status: 500, isReportable: true },
  Busy: { status: 503, isRetryable: true },
  /** The currency has no price, its price is too old, or it jumped further than the operator trusts. */
  PriceMissing: { status: 503, isRetryable: true },
  PriceStale: { status: 503, isRetryable: true },
  PriceJumped: { status: 503, isReportable: true, isRetryable: true },
  /** The payment provider did not answer. */
  RailUnavailable: { status: 503, isReportable: true, isRetryable: true },
  /** The operator must load more deposit addresses. */
  DepositAddressesExhausted: { status: 503, isReportable: true },
} as const satisfies Record<string, ErrorTraits>;

export type ErrorCode = keyof typeof catalogue;

export const errorTraits: Readonly<Record<ErrorCode, ErrorTraits>> = catalogue;

// Object.keys loses the literal type. The catalogue is fixed by `as const`.
export const errorCodes = Object.keys(catalogue) as readonly ErrorCode[];
