/**
 * All parameters that protect accounts; docs/security.md explains them. Bounds that the browser needs too are in the contract's
 * limits.
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
  /** Argon2id with 32 MiB: OWASP's choice for many concurrent sign-ins. */
  passwordHash: { memoryCost: 32 * 1024, timeCost: 3, parallelism: 1 },
  /** A hash takes a core for about 100 ms. A caller who would wait for seconds gets Busy. */
  passwordHashQueue: { atOnceMax: 2, waitingMax: 20 },

  session: {
    perAccountMax: 10,
    idleMinutes: { plain: minutesPerHour, remembered: 7 * minutesPerDay },
    absoluteMinutes: { plain: minutesPerDay, remembered: 30 * minutesPerDay },
  },
  /** Of the operator's staff, in the console. */
  staffSession: { idleMinutes: 15, absoluteMinutes: 8 * minutesPerHour, perPersonMax: 5 },
  staffInvitationHours: 24,
  /** The file of a person stays open in a session of staff. */
  lookMinutes: 30,
  /** A proposal that nobody decides expires; one that nobody else could decide is done after the delay. */
  proposalHours: 72,
  proposalDelayHours: 24,
  /** Between a right password and the second factor. */
  challenge: { minutes: 5, triesMax: 5 },

  /** By mail or app. The contract's limits set its lifetime. */
  withdrawalCode: { triesMax: 5 },

  /** The mails say these times in words. */
  emailCode: { minutes: 10, triesMax: 5 },
  emailLinkHours: 24,
  /** Then an account with an unproved email loses its username. */
  unprovedAccountHours: 24,
  /** Strangers can request these: one bound protects the owner's mails, the other every mailbox. */
  verificationMailsPerHour: { perNetworkMax: 6, max: 15 },
  newEmailMailsPerHourMax: 6,
  emailTakenMailsPerHourMax: 3,
  /** Several accounts may have registered with one email: one try is compared with this many codes. */
  rivalCodesMax: 5,

  passwordReset: { minutes: 30, mailsPerHour: { perNetworkMax: 3, max: 10, maxOnKnownDevice: 13 } },
  freezeLinkDays: 30,
  /** After the reset of its password. */
  unfreezeAfterHours: 24,

  /**
   * More tries by name alone than by name and network: otherwise an attacker on many networks would lock the owner out. An owner
   * on a known device is not bound by the name alone.
   */
  wrongPassword: {
    freeTriesPerNetwork: 5,
    freeTriesPerName: 25,
    firstDelaySeconds: 30,
    delaySecondsMax: 15 * secondsPerMinute,
    forgottenAfterHours: 24,
  },
  /** No matter which calls required them. */
  wrongSecondFactor: { inRowMax: 10, blockMinutes: 15 },
  /** RFC 6238, as authenticator apps expect it; many support nothing else. RFC 4226 (R6): 160 bits. */
  totp: { algorithm: 'SHA1', stepSeconds: 30, secretBytes: 20, driftSteps: 1, setUpMinutes: 30 },
  passkeyChallengeMinutes: 5,

  /** Well above the slowest path, because the time must not reveal what was found. */
  minimumResponseTimeMs: { register: 300, staffSignIn: 300, mail: 150, code: 150 },

  /**
   * Counted by account if there is a session, else by network: an IPv6 /64 is one network, a /48 as many as this. A household's
   * /60 (16 networks) must not spend the budget of its /48 alone. A name with two windows is held to both.
   */
  networksPerSite: 256,
  rateLimits: {
    login: [perMinute(10), perHour(100)],
    /** A browser reports ten sessions at most, and again half a minute later. */
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
    order: [perMinute(600)],
    recurringBuy: [perMinute(30)],
    priceAlert: [perMinute(60)],
    watchlist: [perMinute(120)],
    topUp: [perHour(10)],
    claim: [perMinute(30)],
    deposit: [perMinute(30)],
    withdraw: [perMinute(5), perDay(20)],
    withdrawalCode: [perMinute(20)],
    withdrawalResend: [perMinute(1), perHour(5)],
    /** It reveals whether an address is one of ours. */
    withdrawalAddress: [perMinute(20), perDay(100)],
    export: [perMinute(10)],
    contact: [perHour(5)],
    /** Providers report each payment several times and retry failures. */
    webhook: [perMinute(600)],
    /** In many tabs, an ended session shows a few times at once. */
    invalidToken: [perMinute(120)],
    cspReport: [perMinute(30)],
    /** All callers together must not fill the log. */
    cspReportOfAll: [perMinute(300)],
    payment: [perMinute(300)],
    market: [perMinute(300)],
    /** Long steps read every minute that they are made of. */
    candles: [perMinute(30)],
    /** A page asks twice a minute. Whoever asks more often gets the answer of a moment ago. */
    status: [perMinute(60)],
    /** Reads all of the person's entries. */
    portfolio: [perMinute(60)],
    signedIn: [perMinute(300)],
    staffSignIn: [perMinute(10), perHour(60)],
    staffInvitation: [perMinute(20), perHour(60)],
    staffProof: [perMinute(20)],
    /** Of the mail about a delayed proposal. */
    staffLink: [perMinute(20), perHour(60)],
  },

  /**
   * What API keys may spend in a minute, by the key and by its network. The contract says what each call weighs, and the headers
   * of each reply what is left.
   */
  apiKeyWeight: { perMinute: { key: 1200, network: 2400 } },
  /** So that its person sees, and its program is told, why it stopped. */
  expiredApiKeysKeptDays: 30,

  /** Reported, never refused (docs/security.md). Each kind once a day, or its mails would bury the first. */
  unusual: { minutesAfterSignIn: 60, newRecipientsPerDay: 5, wrongCodesInRow: 5, toldEveryHours: 24 },

  /** Mails to one person, about price alerts and recurring buys, and about money. Above each bound only the app tells. */
  noticeMailsPerHourMax: 10,
  moneyMailsPerHourMax: 10,

  securityEventsKeptDays: 365,
  /** Messages to the operator, read or not. */
  contactMessagesKeptDays: 180,
  /** Above this a message is kept without a mail: visitors must not fill the operator's mailbox. */
  contactMailsPerHourMax: 60,
  /** Without use. Browsers keep no cookie longer either. */
  knownDeviceDays: 400,
} as const;
