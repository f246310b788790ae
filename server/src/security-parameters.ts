/**
 * Every parameter that protects accounts, in one place. docs/security.md explains each to the operator. Bounds that the
 * browser needs too (lengths, how long a proof is fresh) are in the contract's limits.
 */

const secondsPerMinute = 60;
const secondsPerHour = 60 * secondsPerMinute;
const minutesPerHour = 60;
const minutesPerDay = 24 * minutesPerHour;

interface Window {
  readonly points: number;
  readonly durationSeconds: number;
}
const perMinute = (points: number): Window => ({ points, durationSeconds: secondsPerMinute });
const perDay = (points: number): Window => ({ points, durationSeconds: 24 * secondsPerHour });
const perHour = (points: number): Window => ({ points, durationSeconds: secondsPerHour });

export const securityParameters = {
  /** Argon2id. 32 MiB: OWASP's choice for many concurrent sign-ins. */
  passwordHash: { memoryCost: 32 * 1024, timeCost: 3, parallelism: 1 },
  /** Each hash takes a core for about 100 ms. A caller who would wait more than a few seconds gets Busy instead. */
  passwordHashQueue: { atOnceMax: 2, waitingMax: 20 },

  session: {
    perAccountMax: 10,
    idleMinutes: { plain: minutesPerHour, remembered: 7 * minutesPerDay },
    absoluteMinutes: { plain: minutesPerDay, remembered: 30 * minutesPerDay },
  },
  /** Between a right password and the second factor. */
  challenge: { minutes: 5, triesMax: 5 },

  /** A withdrawal's code, by mail or app. The contract's limits set its lifetime. */
  withdrawalCode: { triesMax: 5 },

  /** Proof of an email. The mails say these times in words. */
  emailCode: { minutes: 10, triesMax: 5 },
  emailLinkHours: 24,
  /** After this, an account with an unproved email loses its username. */
  unprovedAccountHours: 24,
  /** Strangers can request these. The bound per network protects the owner's mails, the bound in all protects every mailbox. */
  verificationMailsPerHour: { perNetworkMax: 6, max: 15 },
  newEmailMailsPerHourMax: 6,
  emailTakenMailsPerHourMax: 3,
  /** Several accounts may have registered with one email. This bounds how many of their codes one try is compared with. */
  rivalCodesMax: 5,

  passwordReset: { minutes: 30, mailsPerHour: { perNetworkMax: 3, max: 10, maxOnKnownDevice: 13 } },
  freezeLinkDays: 30,
  /** A frozen account opens this long after its password reset. */
  unfreezeAfterHours: 24,

  /**
   * Wrong passwords. A few tries are free by name and network, more by name alone: otherwise an attacker on many networks
   * would lock the owner out. The bound by name alone does not apply to the owner on a known device.
   */
  wrongPassword: {
    freeTriesPerNetwork: 5,
    freeTriesPerName: 25,
    firstDelaySeconds: 30,
    delaySecondsMax: 15 * secondsPerMinute,
    forgottenAfterHours: 24,
  },
  /** Wrong second factors in a row, no matter which call required them. */
  wrongSecondFactor: { inRowMax: 10, blockMinutes: 15 },
  /** RFC 6238, with the values that authenticator apps expect; many support no others. RFC 4226 (R6): 160 bits. */
  totp: { algorithm: 'SHA1', stepSeconds: 30, secretBytes: 20, driftSteps: 1, setUpMinutes: 30 },
  passkeyChallengeMinutes: 5,

  /** For replies whose time must not reveal what was found: well above the slowest path. */
  minimumResponseTimeMs: { register: 300, mail: 150, code: 150 },

  /**
   * Rate limits count by account if there is a session, else by network address: an IPv6 /64 counts as one network, a /48 as
   * this many. A household's /60 must not spend the budget of its /48 alone: hence well more than its 16 networks. A name
   * with two windows is held to both.
   */
  networksPerSite: 256,
  rateLimits: {
    login: [perMinute(10), perHour(100)],
    /** A browser tells of ten sessions at most, and again half a minute later. */
    logoutByHash: [perMinute(60)],
    register: [perHour(5)],
    verifyCode: [perHour(15)],
    verifyLink: [perHour(30)],
    resend: [perMinute(1), perHour(5)],
    forgotPassword: [perHour(30)],
    resetPassword: [perHour(30)],
    mailedLink: [perHour(30)],
    secondFactor: [perMinute(30)],
    passkey: [perMinute(30)],
    proof: [perMinute(20)],
    transfer: [perMinute(30)],
    /** The form asks while somebody types. Nobody should go through all usernames. */
    recipient: [perMinute(60), perDay(1000)],
    /** The page asks again every 15 seconds, and at each typed digit. */
    quote: [perMinute(120)],
    trade: [perMinute(30)],
    recurringBuy: [perMinute(30)],
    priceAlert: [perMinute(60)],
    watchlist: [perMinute(120)],
    topUp: [perHour(10)],
    claim: [perMinute(30)],
    deposit: [perMinute(30)],
    withdraw: [perMinute(5), perDay(20)],
    withdrawalCode: [perMinute(20)],
    withdrawalResend: [perMinute(1), perHour(5)],
    /** It reveals whether an address is one of ours: a caller must not try them all. */
    withdrawalAddress: [perMinute(20), perDay(100)],
    export: [perMinute(10)],
    contact: [perHour(5)],
    /** A payment provider reports each payment several times and retries failures. */
    webhook: [perMinute(600)],
    /** An app left open in many tabs shows an ended session a few times at once. */
    invalidToken: [perMinute(120)],
    cspReport: [perMinute(30)],
    /** From all callers together, who must not fill the log. */
    cspReportOfAll: [perMinute(300)],
    payment: [perMinute(300)],
    market: [perMinute(300)],
    /** Reads all of the person's entries. */
    portfolio: [perMinute(60)],
    signedIn: [perMinute(300)],
  },

  /** Told and never refused (docs/security.md). Each kind is told once a day, or its mails would bury the first. */
  unusual: { minutesAfterSignIn: 60, newRecipientsPerDay: 5, wrongCodesInRow: 5, toldEveryHours: 24 },

  /** Mails to one person, about price alerts and recurring buys, and about money. Above each bound only the app tells. */
  noticeMailsPerHourMax: 10,
  moneyMailsPerHourMax: 10,

  securityEventsKeptDays: 365,
  /** Messages of visitors to the operator, read or not. */
  contactMessagesKeptDays: 180,
  /** Above this bound a message is kept without a mail: visitors must not fill the operator's mailbox either. */
  contactMailsPerHourMax: 60,
  /** A browser that was not used for this long is new again. Browsers keep no cookie longer either. */
  knownDeviceDays: 400,
} as const;
