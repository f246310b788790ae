import type { TestKey } from './api-keys.ts';
import type { TestApp } from './app.ts';

/** A call in the manner of Binance's API: parameters in the query, for POST in a form, signed as one text. */

export interface FacadeReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads any reply, and fails where it is another.
  readonly body: any;
}

type Method = 'GET' | 'POST' | 'DELETE';
export type FacadeParams = Readonly<Record<string, string | number>>;

const encode = (params: FacadeParams): string =>
  Object.entries(params)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');

/** What is sent for a signed call, the signature at its end. */
export function signedText(
  key: Pick<TestKey, 'kind' | 'signText'>,
  params: FacadeParams,
  timestamp: number = Date.now(),
): string {
  const text = encode({ ...params, timestamp });
  const base64 = key.signText(text);
  const signature =
    key.kind === 'hmac' ? Buffer.from(base64, 'base64').toString('hex') : encodeURIComponent(base64);
  return `${text}&signature=${signature}`;
}

/** Exactly this text, in the place that the method has for it. */
export async function sendFacade(
  { app }: Pick<TestApp, 'app'>,
  [method, path]: readonly [Method, string],
  {
    text = '',
    headers = {},
    networkAddress = '127.0.0.1',
  }: {
    readonly text?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly networkAddress?: string;
  } = {},
): Promise<FacadeReply> {
  const isForm = method === 'POST';
  const reply = await app.inject({
    method,
    url: isForm || text === '' ? path : `${path}?${text}`,
    remoteAddress: networkAddress,
    headers: { ...(isForm && { 'content-type': 'application/x-www-form-urlencoded' }), ...headers },
    ...(isForm && { payload: text }),
  });
  const isJson = String(reply.headers['content-type']).startsWith('application/json');
  return { status: reply.statusCode, headers: reply.headers, body: isJson ? reply.json() : reply.body };
}

export function askFacade(
  testApp: Pick<TestApp, 'app'>,
  call: readonly [Method, string],
  params: FacadeParams = {},
): Promise<FacadeReply> {
  return sendFacade(testApp, call, { text: encode(params) });
}

export function callFacade(
  testApp: Pick<TestApp, 'app'>,
  key: Pick<TestKey, 'id' | 'kind' | 'signText'>,
  call: readonly [Method, string],
  params: FacadeParams = {},
): Promise<FacadeReply> {
  return sendFacade(testApp, call, { text: signedText(key, params), headers: { 'x-mbx-apikey': key.id } });
}
