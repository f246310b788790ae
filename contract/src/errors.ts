interface ErrorTraits {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503;
  /** Our own fault: an operator must see it. */
  readonly isReportable?: true;
  /** The unchanged call may succeed later. */
  readonly isRetryable?: true;
}

/**
 * Codes are stable: clients decide by code, people read the message. 422: a business rule refused. 401: no live session, or a
 * failed sign-in.
 */
const catalogue = {
  ValidationFailed: { status: 400 },
  MalformedJson: { status: 400 },
  Unauthenticated: { status: 401 },
  InvalidCredentials: { status: 401 },
  /** An unknown or ended key, or a wrong signature: the reply does not say which. */
  SignatureRefused: { status: 401 },
  /** Signed too long ago, or in the future. */
  TimestampRefused: { status: 401 },
  /** Ninety days without an allow-list and without renewal. */
  ApiKeyExpired: { status: 401 },
  EmailNotVerified: { status: 403 },
  /** Only after the password, a passkey or a link of the account. */
  AccountFrozen: { status: 403 },
  /** By POST /auth/proof. */
  ProofRequired: { status: 403 },
  /** The allow-list of the API key does not name the caller's network. */
  NetworkNotAllowed: { status: 403 },
  /** The API key was not granted what this call needs, or no key can make it. */
  ScopeMissing: { status: 403 },
  /** A write that a page of another site began. */
  OriginNotAllowed: { status: 403 },
  /** Of a member of staff, in the console. */
  PermissionMissing: { status: 403 },
  /** Two people decide. */
  OwnProposal: { status: 403 },
  /** The file of a person opens with a reason, for half an hour: by POST /people/:id/looks of the console. */
  LookRequired: { status: 403 },
  /** The signature of the payment provider is wrong. */
  WebhookForged: { status: 403 },
  NotFound: { status: 404 },

  UsernameTaken: { status: 409 },
  ContactExists: { status: 409 },
  TwoFactorAlreadyEnabled: { status: 409 },
  TwoFactorNotEnabled: { status: 409 },
  PasskeyExists: { status: 409 },
  WithdrawalAddressExists: { status: 409 },
  /** One that asks for the same is open. */
  ProposalExists: { status: 409 },
  /** Done, refused, cancelled or expired meanwhile. */
  ProposalEnded: { status: 409 },
  /** What it was made of has changed: it will not be done. */
  ProposalOutdated: { status: 409 },
  /** Whoever is invited is there already. */
  StaffMemberExists: { status: 409 },
  AlreadyFrozen: { status: 409 },
  /** Another has its name. */
  LevelExists: { status: 409 },
  NotFrozen: { status: 409 },
  EmailAlreadyProved: { status: 409 },
  /** By staff: its state allows nobody to report this of it. */
  WithdrawalNotSettleable: { status: 409 },
  /** It waits for no second person, or no longer does. */
  WithdrawalNotHeld: { status: 409 },
  /** Somebody named its owner meanwhile. */
  DepositHasOwner: { status: 409 },
  /** Somebody else changed it meanwhile. */
  SettingChanged: { status: 409 },
  /** The environment says it, and wins. */
  SetByEnvironment: { status: 409 },
  /** A proof of the books runs. */
  CheckRunning: { status: 409 },
  /** By somebody else, meanwhile. */
  MessageAnswered: { status: 409 },
  /** It was trusted, or moved on, meanwhile. */
  PriceNotWaiting: { status: 409 },
  /** What the house traded at another venue is booked once. */
  OutsideTradeBooked: { status: 409 },
  PayloadTooLarge: { status: 413 },
  UnsupportedMediaType: { status: 415 },
  InvalidOrExpiredCode: { status: 422 },
  InvalidOrExpiredToken: { status: 422 },
  WrongPassword: { status: 422 },
  TwoFactorCodeRequired: { status: 422 },
  InvalidTwoFactorCode: { status: 422 },
  InvalidRecoveryCode: { status: 422 },
  /** Too late or too many tries: the sign-in starts again with the password. */
  ChallengeExpired: { status: 422 },
  PasskeyRefused: { status: 422 },
  TooManyPasskeys: { status: 422 },
  TooManyApiKeys: { status: 422 },
  /** Without it its member of staff could not sign in. */
  LastWayIn: { status: 422 },
  /** Nobody could let anybody in. */
  LastOwner: { status: 422 },
  /** Somebody has the role, or is invited to it. */
  RoleInUse: { status: 422 },
  /** Somebody was given the level. */
  LevelInUse: { status: 422 },
  /** Top-ups are in it: it can't be switched off. */
  AssetAlwaysOffered: { status: 422 },
  /** It is so already. */
  NothingToChange: { status: 422 },
  /** Reversed already, or what it belongs to has another way to undo it. */
  TransferNotReversible: { status: 422 },
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
  /** Use a transfer: the address is of an account here. */
  AddressIsInternal: { status: 422 },
  /** With the allow-list on: not saved, or saved too recently. */
  AddressNotAllowed: { status: 422 },
  /** Account protection changed within a day: only people paid before, up to the limit. */
  TransferPaused: { status: 422 },
  /** It never waited for a code, or no longer does. */
  WithdrawalNotWaiting: { status: 422 },
  WithdrawalNotCancellable: { status: 422 },
  /** Above what may leave without a second person. */
  WithdrawalNeedsApproval: { status: 422 },
  TooManyWithdrawalAddresses: { status: 422 },
  TooManyTransactions: { status: 422 },
  /** Or another person's. */
  QuoteNotFound: { status: 404 },
  QuoteExpired: { status: 422 },
  QuoteUsed: { status: 422 },
  /** Not what the person confirmed. */
  QuoteChanged: { status: 422 },
  /** Further than its spread. The reply has a new offer if there is one. */
  QuoteMoved: { status: 422 },
  TradeLimitReached: { status: 422 },
  /** Of the person's level. The reply says which limit, what is left of it, and when there is room. */
  LevelLimitReached: { status: 422 },
  /** Set by the operator, for what the house has or owes. */
  ExposureLimitReached: { status: 422 },
  /** It can still be held, sent and withdrawn. */
  AssetNotTraded: { status: 422 },
  /** By the operator, for a while. */
  TradingHalted: { status: 422 },
  TooManyRecurringBuys: { status: 422 },
  TooManyPriceAlerts: { status: 422 },
  TooManyWatchedCoins: { status: 422 },
  /** The price is already past the threshold. */
  AlertAlreadyReached: { status: 422 },
  /** Cancelling always works. */
  MarketClosed: { status: 422 },
  /** It takes orders that rest, and this one would trade. */
  MarketPostOnly: { status: 422 },
  /** A slip of the hand. */
  OrderPriceTooFar: { status: 422 },
  /** Post-only. */
  OrderWouldTrade: { status: 422 },
  /** The last trade has reached the stop price. */
  OrderWouldTrigger: { status: 422 },
  /** It was filled, cancelled or has expired, or as much as it should become was traded. */
  OrderNotOpen: { status: 422 },
  StopNotAmendable: { status: 422 },
  TooManyOpenOrders: { status: 422 },
  /** On one connection of the stream of markets. */
  TooManySubscriptions: { status: 422 },
  RateLimitExceeded: { status: 429, isRetryable: true },
  ServerError: { status: 500, isReportable: true },
  Busy: { status: 503, isRetryable: true },
  /** None, too old, or it jumped further than the operator trusts. */
  PriceMissing: { status: 503, isRetryable: true },
  PriceStale: { status: 503, isRetryable: true },
  PriceJumped: { status: 503, isReportable: true, isRetryable: true },
  RailUnavailable: { status: 503, isReportable: true, isRetryable: true },
  /** The operator must load more. */
  DepositAddressesExhausted: { status: 503, isReportable: true },
} as const satisfies Record<string, ErrorTraits>;

export type ErrorCode = keyof typeof catalogue;

export const errorTraits: Readonly<Record<ErrorCode, ErrorTraits>> = catalogue;

// Object.keys loses the literal type. `as const` fixes the catalogue.
export const errorCodes = Object.keys(catalogue) as readonly ErrorCode[];
