import { endpoints, type EndpointName } from '@mercury/contract/api/index.ts';
import type { Endpoint } from '@mercury/contract/api/endpoint.ts';
import { encodeAddress } from '@mercury/contract/money/address.ts';

/** Every endpoint of the contract by name, as one type. */
// Object.entries forgets the keys that `endpoints` itself defines.
export const allEndpoints = Object.entries(endpoints) as readonly [EndpointName, Endpoint][];

const email = 'somebody@example.com';
const password = 'correct horse 7';
const walletAddress = encodeAddress(new Uint8Array(20));

/** What each endpoint that takes a body accepts as one, whatever its rules then say. */
const bodies: Partial<Record<EndpointName, Readonly<Record<string, unknown>>>> = {
  register: {
    username: 'somebody',
    email,
    password,
    confirmPassword: password,
    acceptedTerms: true,
    locale: 'en',
  },
  login: { email, password, rememberMe: true },
  verifyCode: { email, code: 'ABC234' },
  resendVerification: { email },
  updateProfile: { name: 'Somebody', locale: 'en' },
  transfer: {
    recipientAddress: walletAddress,
    amount: '1.00',
    currency: 'MRCY',
    saveToContacts: true,
    contactName: 'Grace',
    note: 'for lunch',
  },
  topUp: { amount: '10.00', currency: 'USD', paymentMethod: 'CRYPTO' },
  createContact: { name: 'Grace', walletAddress, isFavorite: true },
  updateContact: { name: 'Grace', isFavorite: true },
  paySandboxPayment: { currency: 'BTC' },
};

const queries: Partial<Record<EndpointName, Readonly<Record<string, string>>>> = {
  verifyEmail: { token: 'A'.repeat(43) },
  listTransactions: { limit: '5', type: 'topup', status: 'completed', currency: 'MRCY' },
  listContacts: { type: 'all', search: 'grace' },
};

/** What each path parameter may look like, of something that does not exist. */
const params: Readonly<Record<string, string>> = {
  id: '019a0000-0000-7000-8000-000000000000',
  token: 'A'.repeat(43),
};

export function validBodyOf(name: EndpointName): Readonly<Record<string, unknown>> | undefined {
  const body = bodies[name];
  if (endpoints[name].method !== 'GET' && 'body' in endpoints[name] && body === undefined) {
    throw new Error(`test/valid-input.ts has no body for ${name}`);
  }
  return body;
}

export function validQueryOf(name: EndpointName): Readonly<Record<string, string>> {
  return queries[name] ?? {};
}

/** The path below /v1 with its parameters filled in, each replaced where `replacements` says so. */
export function pathOf(endpoint: Endpoint, replacements: Readonly<Record<string, string>> = {}): string {
  return endpoint.path.replace(
    /:(\w+)/g,
    (_all, name: string) => replacements[name] ?? params[name] ?? 'unknown',
  );
}

export function paramNamesOf(endpoint: Endpoint): string[] {
  return [...endpoint.path.matchAll(/:(\w+)/g)].flatMap((match) => match[1] ?? []);
}
