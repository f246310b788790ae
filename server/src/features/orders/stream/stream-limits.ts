/** What a stream may cost. Times are in milliseconds. */
export const streamLimits = {
  /** The server pings whoever is authenticated this often, and looks whether it missed news of a market. */
  heartbeatMs: 5_000,
  /** Those who only watch are pinged at each so many. */
  beatsPerPing: 6,
  /** Pings in a row without an answer, before the connection is cut. */
  missedPingsMax: 2,

  connectionsMax: 20_000,
  connectionsPerNetworkMax: 20,
  /** A subscription is a channel of a market. */
  subscriptionsMax: 60,
  /** Of what a client sends. A subscription has about 60 bytes. */
  requestBytesMax: 1024,
  requestsMax: 100,
  /** Of a connection that is authenticated: what its orders may cost is limited as elsewhere. */
  signedInRequestsMax: 1_000,
  requestWindowMs: 10_000,

  /** With more unsent, news wait and become one message. */
  unsentBytesBusy: 64 * 1024,
  /** With more unsent, or busy for longer, the client is cut off. */
  unsentBytesMax: 1024 * 1024,
  busyMsMax: 10_000,
  /** Trades that wait for a busy client. */
  tradesWaitingMax: 1_000,
  /** For the closing to be answered. */
  closeMs: 2_000,

  /** An ended session or key is noticed this late, at most. */
  callerCheckMs: 1_000,
  /** After the connection is lost, before what was placed over it is cancelled. */
  disconnectMs: 5_000,
  /** A countdown runs for each such connection, and is begun anew this often: it ends if this process does. */
  disconnectRenewMs: 2_000,

  /** Between two rounds of news, at least, and as a multiple of what the last one took: placing orders goes first. */
  restMs: 20,
  restFactor: 9,
} as const satisfies Record<string, number>;

export type StreamLimits = { readonly [Name in keyof typeof streamLimits]: number };
