/** Every bound that the product promises, in one place. Times are in milliseconds unless the name says otherwise. */

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
  /** A session that was opened with a recovery code may set two-factor up anew for this long. */
  twoFactorRenewalMs: 30 * 60 * 1000,
  /** How long after the password, or a code, was last shown it still counts as fresh. */
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

  /** How many coins of the market are shown. */
  marketCoinCount: 12,
  /** What the market-data service said is kept this long before it is asked again. */
  marketKeptMs: 60 * 1000,
  /** Prices that are older are shown with their age, and are good for nothing else. */
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
  /** A repeat within this time is answered as the first call was. */
  idempotencyKeptMs: 24 * 60 * 60 * 1000,

  /** A top-up below this would credit nothing worth its entry; above, it needs more than a sandbox page. */
  topUpUsdMin: '1.00',
  topUpUsdMax: '10000.00',
  topUpLifetimeMs: 30 * 60 * 1000,
  /** What was sent in time keeps the rate when its chain has it final no later than this after the time to pay. */
  topUpFinalWithinMs: 60 * 60 * 1000,
  /** So much more than was asked for is credited at the rate as well, as wallets round and add their fees. */
  topUpToleranceBps: 100,

  /** A firm offer is good for so long. */
  quoteLifetimeMs: 15 * 1000,
  /** An offer is made of prices that are no older. Of one or two minutes they are where the market-data service is well. */
  quotePriceAgeMaxMs: 5 * 60 * 1000,
  /** A market that wants a larger spread than this, in hundredths of a percent, is not traded with. */
  tradeSpreadBpsMax: 1000,
  /** Less than this is not bought, sold or exchanged. */
  tradeUsdMin: '1.00',
  recurringBuysMax: 20,
  /** How far ahead a recurring buy may begin. */
  recurringFirstAtMaxMs: 365 * 24 * 60 * 60 * 1000,
  priceAlertsMax: 50,
  noticesShownMax: 50,

  /** The most of a currency that the pretend chain sends at once, in whole units. */
  sandboxDepositMax: '1000000',
  /** A withdrawal that waits for its code waits this long. */
  withdrawalCodeMs: 10 * 60 * 1000,
  /** On a real rail: before money goes to a new address, or after a change to how the account is protected. */
  withdrawalWaitMs: 24 * 60 * 60 * 1000,

  /** Transfers to people not paid before that come to more within a day want a fresh proof; each person may set their own. */
  transferLimitUsd: '1000.00',
  transferLimitUsdMax: '1000000.00',
  /** A stranger's note is shown with what is worth so much when it is sent: writing to everybody is to cost something. */
  strangersNoteUsdMin: '1.00',
  /** A recipient is new until this long after a transfer with a proof; what goes to new ones is counted over as long. */
  newRecipientMs: 24 * 60 * 60 * 1000,
  /** One who was paid without a proof is new for as long as any session can last. */
  unprovedRecipientMs: 30 * 24 * 60 * 60 * 1000,

  /** An export or a statement with more lines is to be asked for in parts. */
  statementLinesMax: 10_000,

  /** Whoever opens the stream of changes is told of those of this time, so that nothing is missed between two openings. */
  eventsReplayedMs: 15 * 1000,
  eventStreamsPerPersonMax: 10,
} as const;
