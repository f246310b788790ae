/** Every limit of the product, in one place. Times are in milliseconds unless the name says otherwise. */

export const limits = {
  bodyBytesMax: 64 * 1024,

  usernameLengthMin: 3,
  usernameLengthMax: 32,
  emailLengthMax: 254,
  passwordLengthMin: 8,
  passwordLengthMax: 128,
  nameLengthMin: 2,
  nameLengthMax: 80,

  verificationCodeLength: 6,
  tokenLengthMax: 256,
  twoFactorCodeLength: 6,
  recoveryCodeCount: 10,
  /** A session that began with a recovery code may set up two-factor again for this long. */
  twoFactorRenewalMs: 30 * 60 * 1000,
  /** How long a proof by password or code counts as fresh. */
  proofLifetimeMs: 5 * 60 * 1000,
  emailUndoMs: 72 * 60 * 60 * 1000,
  passkeysMax: 10,
  phraseLengthMin: 3,
  phraseLengthMax: 60,
  reasonLengthMax: 500,

  transactionPageSize: 5,
  securityEventPageSize: 20,
  pageSizeMax: 100,
  pageNumberMax: 10_000,
  cursorLengthMax: 200,

  contactSubjectLengthMin: 5,
  contactSubjectLengthMax: 150,
  contactMessageLengthMin: 20,
  contactMessageLengthMax: 5000,

  /** Number of market coins on the page. */
  marketCoinCount: 12,
  /** Cache lifetime of the market-data service's answers. */
  marketKeptMs: 60 * 1000,
  /** Older prices are shown with their age and used for nothing else. */
  marketStaleAfterMs: 5 * 60 * 1000,

  contactsMax: 1000,
  searchLengthMax: 100,
  noteLengthMax: 140,
  addressLengthMax: 128,
  memoLengthMax: 120,
  withdrawalAddressesMax: 100,
  decimalLengthMax: 80,

  idempotencyKeyLengthMin: 8,
  idempotencyKeyLengthMax: 128,
  /** Within this time a repeated call gets the first call's answer. */
  idempotencyKeptMs: 24 * 60 * 60 * 1000,

  /** A top-up below this would credit nothing worth its entry. One above the maximum needs more than a sandbox page. */
  topUpUsdMin: '1.00',
  topUpUsdMax: '10000.00',
  topUpLifetimeMs: 30 * 60 * 1000,
  /** A payment sent in time keeps its rate if it is final on its chain at most this long after the deadline. */
  topUpFinalWithinMs: 60 * 60 * 1000,
  /** Wallets round and add fees: an excess up to this is credited at the rate too. */
  topUpToleranceBps: 100,

  /** Lifetime of a firm offer. */
  quoteLifetimeMs: 15 * 1000,
  /** Maximum age of the prices in an offer. With a healthy market-data service they are one or two minutes old. */
  quotePriceAgeMaxMs: 5 * 60 * 1000,
  /** A market with a larger spread than this, in hundredths of a percent, is not used for trades. */
  tradeSpreadBpsMax: 1000,
  /** Minimum of a trade. */
  tradeUsdMin: '1.00',
  recurringBuysMax: 20,
  /** How far ahead a recurring buy may begin. */
  recurringFirstAtMaxMs: 365 * 24 * 60 * 60 * 1000,
  priceAlertsMax: 50,
  watchedCoinsMax: 100,
  noticesShownMax: 50,
  announcementLengthMax: 500,

  /** The most of a currency that the pretend chain sends at once, in whole units. */
  sandboxDepositMax: '1000000',
  /** How long a withdrawal waits for its code. */
  withdrawalCodeMs: 10 * 60 * 1000,
  /** On a real rail: the wait before money goes to a new address, or after a change of account protection. */
  withdrawalWaitMs: 24 * 60 * 60 * 1000,

  /** Transfers to new recipients above this sum within a day need a fresh proof. Each person may set their own. */
  transferLimitUsd: '1000.00',
  transferLimitUsdMax: '1000000.00',
  /** A stranger's note is shown only if the transfer is worth this much when sent: mass messages must cost something. */
  strangersNoteUsdMin: '1.00',
  /**
   * A recipient stays new until this long after a transfer with a proof. Transfers to new recipients are summed over the same
   * time.
   */
  newRecipientMs: 24 * 60 * 60 * 1000,
  /** A recipient paid without a proof stays new for as long as any session can last. */
  unprovedRecipientMs: 30 * 24 * 60 * 60 * 1000,

  /** An export or statement with more lines must be requested in parts. */
  statementLinesMax: 10_000,

  /** A new stream of changes replays this time, so that nothing is missed between two streams. */
  eventsReplayedMs: 15 * 1000,
  eventStreamsPerPersonMax: 10,
} as const;
