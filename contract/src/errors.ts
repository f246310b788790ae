interface ErrorTraits {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503;
  /** A mistake of ours that an operator must hear of, rather than a caller's. */
  readonly isReportable?: true;
  /** The same call may succeed later, as it is. */
  readonly isRetryable?: true;
}

/**
 * Every error that the API answers with, once. Codes are stable: clients decide by them, people read the
 * message. 422 is a rule that said no; 401 only ever means that there is no live session or a failed sign-in.
 */
const catalogue = {
  ValidationFailed: { status: 400 },
  MalformedJson: { status: 400 },
  Unauthenticated: { status: 401 },
  InvalidCredentials: { status: 401 },
  EmailNotVerified: { status: 403 },
  /** Only said to whoever has shown the password, a passkey or a link of the account. */
  AccountFrozen: { status: 403 },
  /** The session has to show its password, or its two-factor code, once more: POST /auth/proof. */
  ProofRequired: { status: 403 },
  /** Whoever says to be the payment provider did not sign as it. */
  CallbackForged: { status: 403 },
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
  /** Two-factor is on, and the call came without a code. */
  TwoFactorCodeRequired: { status: 422 },
  InvalidTwoFactorCode: { status: 422 },
  InvalidRecoveryCode: { status: 422 },
  /** The second step of a sign-in came too late, or after too many tries: it starts again with the password. */
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
  /** The address belongs to an account of this product: that is a transfer. */
  AddressIsInternal: { status: 422 },
  /** The allow-list is on, and the address is none that was saved, or was saved too lately. */
  AddressNotAllowed: { status: 422 },
  /** How the account is protected was changed within the last day: until then money goes to people paid before, up to the limit. */
  TransferPaused: { status: 422 },
  /** It does not wait for a code: never did, no longer, or it ran out. */
  WithdrawalNotWaiting: { status: 422 },
  WithdrawalNotCancellable: { status: 422 },
  TooManyWithdrawalAddresses: { status: 422 },
  TooManyTransactions: { status: 422 },
  /** No such offer, or somebody else's. */
  QuoteNotFound: { status: 404 },
  QuoteExpired: { status: 422 },
  QuoteUsed: { status: 422 },
  /** It says something else than the person confirmed: an offer, or what a withdrawal costs. */
  QuoteChanged: { status: 422 },
  /** The market has moved further than its spread since: the reply has a new offer, where there is one. */
  QuoteMoved: { status: 422 },
  /** More than a person may trade within a day. */
  TradeLimitReached: { status: 422 },
  /** The house has as much, or owes as much, of the currency as the operator allows. */
  ExposureLimitReached: { status: 422 },
  TooManyRecurringBuys: { status: 422 },
  TooManyPriceAlerts: { status: 422 },
  /** The price is beyond the line already. */
  AlertAlreadyReached: { status: 422 },
  RateLimitExceeded: { status: 429, isRetryable: true },
  ServerError: { status: 500, isReportable: true },
  Busy: { status: 503, isRetryable: true },
  /** Nobody says what the currency costs; what was said is too old; it moved further at once than the operator trusts. */
  PriceMissing: { status: 503, isRetryable: true },
  PriceStale: { status: 503, isRetryable: true },
  PriceJumped: { status: 503, isReportable: true, isRetryable: true },
  /** The payment provider did not answer. */
  RailUnavailable: { status: 503, isReportable: true, isRetryable: true },
  /** The operator has to load more deposit addresses. */
  DepositAddressesExhausted: { status: 503, isReportable: true },
} as const satisfies Record<string, ErrorTraits>;

export type ErrorCode = keyof typeof catalogue;

export const errorTraits: Readonly<Record<ErrorCode, ErrorTraits>> = catalogue;

// Object.keys forgets the literal type; the catalogue above is frozen by `as const`.
export const errorCodes = Object.keys(catalogue) as readonly ErrorCode[];
