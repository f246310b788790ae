import { endpoints, type EndpointName } from '@mercury/contract/api/index.ts';
import type { Endpoint } from '@mercury/contract/api/endpoint.ts';
import { encodeAddress } from '@mercury/contract/money/address.ts';

/** Every endpoint of the contract by name, as one type. */
// Object.entries forgets the keys that `endpoints` itself defines.
export const allEndpoints = Object.entries(endpoints) as readonly [EndpointName, Endpoint][];

const email = 'somebody@example.com';
const password = 'correct horse 7';
const newPassword = 'Correct horse 8';
const twoFactorCode = '123456';
const token = 'A'.repeat(43);
const walletAddress = encodeAddress(new Uint8Array(20));
// The ledger's genesis account.
const xrpAddress = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const unknownId = '019a0000-0000-7000-8000-000000000000';
const time = '2026-01-31T12:00:00.000Z';

const passkeyAnswer = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', authenticatorAttachment: 'platform' };
const passkeyAssertion = {
  ...passkeyAnswer,
  clientExtensionResults: {},
  response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' },
};
const passkeyAttestation = {
  ...passkeyAnswer,
  clientExtensionResults: {},
  response: {
    clientDataJSON: 'e30',
    attestationObject: 'oA',
    authenticatorData: 'AAAA',
    transports: ['internal'],
    publicKeyAlgorithm: -7,
    publicKey: 'AAAA',
  },
};

const publicKey = [
  '-----BEGIN PUBLIC KEY-----',
  'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=',
  '-----END PUBLIC KEY-----',
].join('\n');

type Body = Readonly<Record<string, unknown>>;
type Query = Readonly<Record<string, string>>;

/** One valid body of each possible shape for each endpoint with a body. Later rules may still refuse it. */
const bodies: Partial<Record<EndpointName, readonly [Body, ...Body[]]>> = {
  register: [
    { username: 'somebody', email, password, confirmPassword: password, acceptedTerms: true, locale: 'en' },
  ],
  login: [
    { email, password, rememberMe: true, twoFactorCode },
    { username: 'somebody', password, rememberMe: true, twoFactorCode },
  ],
  logoutByHash: [{ tokenHash: '0'.repeat(64) }],
  verifyCode: [{ email, code: 'ABC234' }],
  resendVerification: [{ email }],
  forgotPassword: [{ email }],
  validateResetToken: [{ token }],
  resetPassword: [
    { token, password: newPassword, confirmPassword: newPassword, keepPasskeyIds: [unknownId] },
  ],
  verifyTwoFactorSignIn: [{ tempToken: token, twoFactorCode }],
  recoverTwoFactorSignIn: [{ tempToken: token, recoveryCode: 'ABCD-EFGH-JKMN-PQRS' }],
  passkeyTwoFactorOptions: [{ tempToken: token }],
  passkeyTwoFactorSignIn: [{ tempToken: token, credential: passkeyAssertion }],
  passkeySignIn: [{ challengeToken: token, credential: passkeyAssertion, rememberMe: true }],
  prove: [{ password }, { twoFactorCode }],
  freezeAccount: [{ token }],
  undoEmailChange: [{ token }],
  updateProfile: [{ name: 'Somebody', locale: 'en', twoFactorCode }],
  changePassword: [
    {
      currentPassword: password,
      newPassword,
      confirmPassword: newPassword,
      twoFactorCode,
      keepPasskeyIds: [unknownId],
    },
  ],
  changeEmail: [{ newEmail: 'other@example.com', password, twoFactorCode }],
  verifyNewEmail: [{ code: 'ABC234' }],
  deleteAccount: [{ password, reason: 'I need it no more.', twoFactorCode, givesUpLeftovers: true }],
  setUpTwoFactor: [{ password }],
  verifyTwoFactor: [{ token: twoFactorCode }],
  disableTwoFactor: [{ password, token: twoFactorCode }],
  renewRecoveryCodes: [{ password, token: twoFactorCode }],
  createPasskeyOptions: [{ password }, { twoFactorCode }],
  createPasskey: [{ challengeToken: token, name: 'Laptop', credential: passkeyAttestation }],
  createApiKey: [
    { name: 'Bot', kind: 'hmac', scopes: ['read', 'trade', 'withdraw'], allowedNetworks: ['192.0.2.0/24'] },
    { name: 'Bot', kind: 'ed25519', publicKey, scopes: ['read'] },
  ],
  setPhrase: [{ phrase: 'blue heron' }],
  deposit: [{ currency: 'BTC', amount: '0.5' }],
  transfer: [
    {
      recipientAddress: walletAddress,
      amount: '1.00',
      currency: 'MRCY',
      saveToContacts: true,
      contactName: 'Grace',
      note: 'for lunch',
      twoFactorCode,
    },
  ],
  withdraw: [{ currency: 'XRP', amount: '10', address: xrpAddress, memo: '7', twoFactorCode }],
  verifyWithdrawal: [{ transactionId: unknownId, code: 'ABC234' }],
  resendWithdrawalCode: [{ transactionId: unknownId }],
  cancelWithdrawal: [{ transactionId: unknownId }],
  cancelWithdrawalByLink: [{ token }],
  createWithdrawalAddress: [{ currency: 'XRP', address: xrpAddress, memo: '7', label: 'Exchange' }],
  setAllowList: [{ isOn: true }],
  setTransferLimit: [{ amountUsd: '500.00' }],
  topUp: [
    { amount: '10.00', currency: 'USD', paymentMethod: 'CRYPTO' },
    { amount: '10.00', currency: 'USD', paymentMethod: 'CRYPTO', creditCurrency: 'USD' },
  ],
  claimTopUp: [{ transactionId: '019a0000-0000-7000-8000-000000000000' }],
  createQuote: [
    { type: 'BUY', fromCurrency: 'USD', toCurrency: 'BTC', fromAmount: '25.00' },
    { type: 'EXCHANGE', fromCurrency: 'ETH', toCurrency: 'MRCY', toAmount: '40.5' },
  ],
  acceptQuote: [{ fromAmount: '25.00', toAmount: '0.00038' }],
  cancelOrdersAfter: [{ market: 'BTC-USD', seconds: 30 }, { seconds: 0 }],
  placeOrder: [
    {
      market: 'BTC-USD',
      side: 'BUY',
      type: 'LIMIT',
      quantity: '0.001',
      price: '45000',
      timeInForce: 'GTD',
      expiresAt: '2099-01-31T12:00:00Z',
      postOnly: true,
      selfTrade: 'expire_taker',
      clientOrderId: 'bot-1',
    },
    { market: 'BTC-USD', side: 'BUY', type: 'MARKET', budget: '10' },
    { market: 'BTC-USD', side: 'SELL', type: 'STOP', quantity: '0.001', stopPrice: '40000' },
  ],
  amendOrder: [{ price: '44000', quantity: '0.002' }],
  createRecurringBuy: [
    {
      fromCurrency: 'USD',
      amount: '50.00',
      toCurrency: 'BTC',
      every: 'week',
      firstAt: time,
      timeZone: 'Asia/Tehran',
    },
    { fromCurrency: 'MRCY', amount: '100', toCurrency: 'ETH', every: 'month' },
  ],
  createPriceAlert: [
    { currency: 'BTC', direction: 'above', price: '1000000' },
    { currency: 'MRCY', direction: 'below', price: '0.01' },
  ],
  readNotices: [{ upTo: time }],
  setNoticeChoice: [{ subject: 'trades', channel: 'mail', isOn: true }],
  createContact: [{ name: 'Grace', walletAddress, isFavorite: true, email }],
  updateContact: [{ name: 'Grace', isFavorite: true, email }],
  sendContactMessage: [
    { name: 'Grace', email, subject: 'A question', message: 'How long does a withdrawal take?' },
  ],
  paySandboxPayment: [{ currency: 'BTC' }, { currency: 'BTC', sentCurrency: 'LTC', amount: '0.5' }],
};

/** The same for queries. Together they use every parameter. */
const queries: Partial<Record<EndpointName, readonly [Query, ...Query[]]>> = {
  verifyEmail: [{ token }],
  listTransactions: [
    { limit: '5', type: 'TOPUP', status: 'COMPLETED', currency: 'MRCY', from: time, to: time },
    { limit: '5', page: '2' },
  ],
  exportTransactions: [{ from: time, to: time }],
  getStatement: [{ from: time, to: time }],
  getDepositAddress: [{ currency: 'BTC' }],
  findRecipient: [{ to: walletAddress }, { to: '@grace' }],
  getMarketHistory: [{ range: 'day' }, { range: 'all' }],
  getPortfolio: [{ range: 'day' }, { range: 'year' }],
  listContacts: [{ type: 'all', search: 'grace' }],
  listSecurityEvents: [{}],
  getBook: [{ levels: '10' }],
  listTrades: [{ limit: '10', cursor: '7' }],
  listCandles: [{ interval: '1h', from: time, to: time }],
  listFills: [{ market: 'BTC-USD', limit: '10' }, { orderId: unknownId }],
  listOrders: [{ market: 'BTC-USD', status: 'OPEN', cursor: 'AZoAAAAAcACAAAAAAAAAAA' }],
  cancelAllOrders: [{ market: 'BTC-USD' }],
};

/** A valid value of each path parameter, for things that do not exist. */
const params: Readonly<Record<string, string>> = {
  id: '019a0000-0000-7000-8000-000000000000',
  coin: 'no-such-coin',
  market: 'NONE-USD',
  token,
};

export function validBodiesOf(name: EndpointName): readonly Body[] {
  const found = bodies[name];
  if ('body' in endpoints[name] && found === undefined) {
    throw new Error(`test/valid-input.ts has no body for ${name}`);
  }
  return found ?? [];
}

export function validQueriesOf(name: EndpointName): readonly Query[] {
  const found = queries[name];
  if ('query' in endpoints[name] && found === undefined) {
    throw new Error(`test/valid-input.ts has no query for ${name}`);
  }
  return found ?? [];
}

export interface ValidInput {
  /** Undefined if the endpoint takes none. */
  readonly body: Body | undefined;
  readonly query: Query;
}

/** Every shape of body with the first query, and every shape of query with the first body. */
export function validInputsOf(name: EndpointName): readonly ValidInput[] {
  const [firstBody, ...otherBodies] = validBodiesOf(name);
  const [firstQuery = {}, ...otherQueries] = validQueriesOf(name);
  return [
    { body: firstBody, query: firstQuery },
    ...otherBodies.map((body) => ({ body, query: firstQuery })),
    ...otherQueries.map((query) => ({ body: firstBody, query })),
  ];
}

export function queryString(query: Query): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? '' : `?${text}`;
}

/** The path below /v1 with its parameters filled in. `replacements` override the default values. */
export function pathOf(endpoint: Endpoint, replacements: Readonly<Record<string, string>> = {}): string {
  return endpoint.path.replace(
    /:(\w+)/g,
    (_all, name: string) => replacements[name] ?? params[name] ?? 'unknown',
  );
}

export function validParamsOf(endpoint: Endpoint): Readonly<Record<string, string>> {
  return Object.fromEntries(paramNamesOf(endpoint).map((name) => [name, params[name] ?? '']));
}

export function paramNamesOf(endpoint: Endpoint): string[] {
  return [...endpoint.path.matchAll(/:(\w+)/g)].flatMap((match) => match[1] ?? []);
}
