/** Times are in milliseconds unless the name says otherwise. */

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
  /** After a sign-in with a recovery code, two-factor can be set up again for this long. */
  twoFactorRenewalMs: 30 * 60 * 1000,
  proofLifetimeMs: 5 * 60 * 1000,
  emailUndoMs: 72 * 60 * 60 * 1000,
  passkeysMax: 10,
  apiKeysMax: 20,
  apiKeyNetworksMax: 20,
  networkLengthMax: 64,
  publicKeyLengthMax: 500,
  /** Of a key without an allow-list, unless it is renewed. */
  apiKeyLifetimeMs: 90 * 24 * 60 * 60 * 1000,
  /** Of a signed call: clocks differ, and the network takes time. */
  signedAheadMaxMs: 1000,
  signedWindowMs: 5000,
  signedWindowMaxMs: 60 * 1000,
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

  marketCoinCount: 12,
  /** Cache lifetime. */
  marketKeptMs: 60 * 1000,
  /** Older prices are only shown, with their age. */
  marketStaleAfterMs: 5 * 60 * 1000,

  contactsMax: 1000,
  searchLengthMax: 100,
  noteLengthMax: 140,
  addressLengthMax: 128,
  memoLengthMax: 120,
  withdrawalAddressesMax: 100,
  /** Of a chain: Solana's are the longest. */
  payoutReferenceLengthMax: 120,
  venueLengthMax: 60,
  settlementsAtOnceMax: 50,
  decimalLengthMax: 80,

  idempotencyKeyLengthMin: 8,
  idempotencyKeyLengthMax: 128,
  /** A repeated call within this time gets the first answer. */
  idempotencyKeptMs: 24 * 60 * 60 * 1000,

  /** Less would credit nothing worth its entry; more needs more than a sandbox page. */
  topUpUsdMin: '1.00',
  topUpUsdMax: '10000.00',
  topUpLifetimeMs: 30 * 60 * 1000,
  /** A payment in time keeps its rate if it is final within this time after the deadline. */
  topUpFinalWithinMs: 60 * 60 * 1000,
  /** Wallets round and add fees: an excess up to this is credited at the rate too. */
  topUpToleranceBps: 100,

  /** Lifetime of a firm offer. */
  quoteLifetimeMs: 15 * 1000,
  /** With a healthy market-data service prices are one or two minutes old. */
  quotePriceAgeMaxMs: 5 * 60 * 1000,
  /** In hundredths of a percent. A market with more is not used for trades. */
  tradeSpreadBpsMax: 1000,
  /** Minimum of a trade. */
  tradeUsdMin: '1.00',

  /** In ticks and lots of a market: five times one, and the sum of what 90,000 orders offer at a price, stay exact. */
  orderTicksMax: 1_000_000_000_000,
  orderLotsMax: 100_000_000_000,
  /** Of a person, in one market. */
  openOrdersMax: 200,
  /** Of a countdown that cancels all. */
  cancelAfterSecondsMin: 5,
  cancelAfterSecondsMax: 300,
  /** A price further from the reference is a slip of the hand. */
  orderPriceFactorMax: 5,
  /** Of each side, in the stream of a market. */
  streamLevels: 500,
  /** In a snapshot of the stream. */
  streamTrades: 50,

  recurringBuysMax: 20,
  recurringFirstAtMaxMs: 365 * 24 * 60 * 60 * 1000,
  priceAlertsMax: 50,
  watchedCoinsMax: 100,
  noticesShownMax: 50,
  announcementLengthMax: 500,
  /** Of what an operator says of the business, as a text. */
  settingLengthMax: 4_000,

  /** At once, in whole units. */
  sandboxDepositMax: '1000000',
  withdrawalCodeMs: 10 * 60 * 1000,
  /** On a real rail: before money goes to a new address, or after a change of account protection. */
  withdrawalWaitMs: 24 * 60 * 60 * 1000,

  /** Within a day. More to new recipients needs a fresh proof. People may set their own. */
  transferLimitUsd: '1000.00',
  transferLimitUsdMax: '1000000.00',
  /** A stranger's note is shown only with a transfer worth this: mass messages must cost something. */
  strangersNoteUsdMin: '1.00',
  /**
   * After a transfer with a proof, a recipient stays new for this long. Transfers to new recipients are summed over the same
   * time.
   */
  newRecipientMs: 24 * 60 * 60 * 1000,
  /** As long as any session can last: after a transfer without a proof. */
  unprovedRecipientMs: 30 * 24 * 60 * 60 * 1000,

  /** More must be requested in parts. */
  statementLinesMax: 10_000,
  /** Of a list that the console saves as CSV. */
  exportedRowsMax: 100_000,

  /** By a new stream, so that nothing is missed between two. */
  eventsReplayedMs: 15 * 1000,
  eventStreamsPerPersonMax: 10,
} as const;
