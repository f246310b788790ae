/**
 * Every parameter that protects accounts, in one place. docs/security.md says to the operator what each is for. Bounds
 * that the browser needs as well (lengths, how long a proof is fresh) stand in the contract's limits.
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
  /** Argon2id. 32 MiB: OWASP's choice where many sign in at once. */
  passwordHash: { memoryCost: 32 * 1024, timeCost: 3, parallelism: 1 },
  /** Each hash takes a core for some 100 ms; whoever would wait for more than a few seconds is better told so. */
  passwordHashQueue: { atOnceMax: 2, waitingMax: 20 },

  session: {
    perAccountMax: 10,
    idleMinutes: { plain: minutesPerHour, remembered: 7 * minutesPerDay },
    absoluteMinutes: { plain: minutesPerDay, remembered: 30 * minutesPerDay },
  },
  /** Between a right password and the second factor. */
  challenge: { minutes: 5, triesMax: 5 },

  /** A withdrawal's code, by mail or app. How long it works stands in the contract's limits. */
  withdrawalCode: { triesMax: 5 },

  /** Proof of an email. The mails say these times in words. */
  emailCode: { minutes: 10, triesMax: 5 },
  emailLinkHours: 24,
  /** An account whose email nobody proved by then gives its username away. */
  unprovedAccountHours: 24,
  /**
   * Strangers can ask for these mails, from many networks and for many accounts. By network, so that none takes the owner's;
   * in all, so that nobody's mailbox is filled.
   */
  verificationMailsPerHour: { perNetworkMax: 6, max: 15 },
  newEmailMailsPerHourMax: 6,
  emailTakenMailsPerHourMax: 3,
  /** Several may have registered with one email. How many of their codes a try is held against bounds what it can hit. */
  rivalCodesMax: 5,

  passwordReset: { minutes: 30, mailsPerHour: { perNetworkMax: 3, max: 10, maxOnKnownDevice: 13 } },
  freezeLinkDays: 30,
  /** A frozen account whose password was reset opens after this. */
  unfreezeAfterHours: 24,

  /**
   * Wrong passwords. By name and network a few tries are free; by the name alone more are, since whoever tries from many
   * networks would else lock its owner out, who on a known device is not held to that at all.
   */
  wrongPassword: {
    freeTriesPerNetwork: 5,
    freeTriesPerName: 25,
    firstDelaySeconds: 30,
    delaySecondsMax: 15 * secondsPerMinute,
    forgottenAfterHours: 24,
  },
  /** Wrong second factors in a row, whatever asked for them. */
  wrongSecondFactor: { inRowMax: 10, blockMinutes: 15 },
  /** RFC 6238; what authenticator apps expect, and what many of them support alone. RFC 4226 (R6): 160 bits. */
  totp: { algorithm: 'SHA1', stepSeconds: 30, secretBytes: 20, driftSteps: 1, setUpMinutes: 30 },
  passkeyChallengeMinutes: 5,

  /** Replies that must not tell by their time what was found: well above the longer of the ways. */
  minimumResponseTimeMs: { register: 300, mail: 150, code: 150 },

  /**
   * How often something may be tried, by account where there is a session, else by network address (an IPv6 /64 counts
   * as one, and a /48 as so many). A name with two windows is held to both. A household may have a /60 and share its
   * /48 with thousands of others, whose budget it must not spend alone: well more than the 16 networks of a /60.
   */
  networksPerSite: 256,
  rateLimits: {
    login: [perMinute(10), perHour(100)],
    /** A browser tells of ten at most, and again half a minute later. */
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
    /** The page asks anew every 15 seconds, and at each digit that is typed. */
    quote: [perMinute(120)],
    trade: [perMinute(30)],
    recurringBuy: [perMinute(30)],
    priceAlert: [perMinute(60)],
    topUp: [perHour(10)],
    claim: [perMinute(30)],
    deposit: [perMinute(30)],
    withdraw: [perMinute(5), perDay(20)],
    withdrawalCode: [perMinute(20)],
    withdrawalResend: [perMinute(1), perHour(5)],
    /** It tells whether an address is one of ours: nobody tries them all. */
    withdrawalAddress: [perMinute(20), perDay(100)],
    export: [perMinute(10)],
    contact: [perHour(5)],
    /** A payment provider tells of each payment several times, and tries again what failed. */
    callback: [perMinute(600)],
    /** An app that was left open in many tabs shows an ended session a few times at once. */
    invalidToken: [perMinute(120)],
    cspReport: [perMinute(30)],
    /** From everybody together: nobody fills the log. */
    cspReportOfAll: [perMinute(300)],
    payment: [perMinute(300)],
    market: [perMinute(300)],
    /** Reads all of the person's entries. */
    portfolio: [perMinute(60)],
    signedIn: [perMinute(300)],
  },

  /**
   * What is told and never refused: a withdrawal so long after a sign-in from a new network, so many people in a day who were
   * not paid before, so many wrong codes in a row. Each kind once a day, or its mails would bury the first.
   */
  unusual: { minutesAfterSignIn: 60, newRecipientsPerDay: 5, wrongCodesInRow: 5, toldEveryHours: 24 },

  /** Of price alerts and recurring buys to one person. What comes beyond it is told in the app alone. */
  noticeMailsPerHourMax: 10,

  securityEventsKeptDays: 365,
  /** What visitors wrote to the operator, read or not. */
  contactMessagesKeptDays: 180,
  /** What comes beyond it is kept without a mail: the operator's mailbox is not to be filled either. */
  contactMailsPerHourMax: 60,
  /** A browser that was not used for so long is a new one. Browsers keep no cookie for longer either. */
  knownDeviceDays: 400,
} as const;
