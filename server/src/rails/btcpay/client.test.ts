import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../config.ts';
import type { BtcpaySettings } from '../../rail-settings.ts';
import { startBtcpayStandIn, type BtcpayStandIn, type Fault } from '../../test/btcpay-stand-in.ts';
import { RailRefusedError, RailUnavailableError } from '../rail.ts';
import { createBtcpayClient, type BtcpayClient } from './client.ts';

let server: BtcpayStandIn;
let settings: BtcpaySettings;
let client: BtcpayClient;

beforeAll(async () => {
  server = await startBtcpayStandIn();
  const { btcpay } = readConfig(server.environment);
  if (btcpay === undefined) throw new Error('the stand-in names no settings');
  settings = btcpay;
  client = createBtcpayClient(settings);
});
afterEach(() => {
  server.outage = undefined;
  vi.restoreAllMocks();
});
afterAll(() => server.close());

const request = {
  orderId: 'order-1',
  amount: '57.00',
  expirationMinutes: 30,
  monitoringMinutes: 1440,
  redirectUrl: 'https://wallet.example.com/dashboard',
};

/** Every call that there is, by name. */
const calls = {
  createInvoice: () => client.createInvoice(request),
  findInvoice: () => client.findInvoice('an-invoice'),
  findInvoicesOf: () => client.findInvoicesOf('order-1'),
  findPaymentMethods: () => client.findPaymentMethods('an-invoice'),
} as const;
const callNames = ['createInvoice', 'findInvoice', 'findInvoicesOf', 'findPaymentMethods'] as const;

async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** Of the one thing that was asked for, others may be answered; or of nothing at all. */
async function blameOf(promise: Promise<unknown>): Promise<'this one' | 'all' | 'neither'> {
  const error = await errorOf(promise);
  if (error instanceof RailRefusedError) return 'this one';
  return error instanceof RailUnavailableError ? 'all' : 'neither';
}

describe('an answer of BTCPay Server', () => {
  it('as documented is read, and what it has beside that is left out', async () => {
    const made = await client.createInvoice(request);
    expect(made).toEqual({
      id: expect.any(String),
      currency: 'USD',
      checkoutLink: `${settings.url.origin}/i/${made.id}`,
      metadata: { orderId: 'order-1' },
    });
    expect(await client.findInvoice(made.id)).toEqual(made);
    expect(await client.findInvoicesOf('order-1')).toEqual([made]);
    expect(await client.findInvoicesOf('order-2')).toEqual([]);
    const methods = await client.findPaymentMethods(made.id);
    expect(methods).toEqual([
      { paymentMethodId: 'BTC-CHAIN', currency: 'BTC', rate: '64392.23', payments: [] },
      { paymentMethodId: 'LTC-CHAIN', currency: 'LTC', rate: '70.15', payments: [] },
    ]);
  });

  describe.each<Fault>([400, 404, 422, 'nonsense'])('of %s', (fault) => {
    it.each(callNames)('is about this one only: %s', async (name) => {
      server.outage = fault;
      expect(await blameOf(calls[name]())).toBe('this one');
    });
  });

  describe.each<Fault>([401, 403, 408, 429, 500, 502, 503])('of %s', (fault) => {
    it.each(callNames)('is about all that could be asked: %s', async (name) => {
      server.outage = fault;
      expect(await blameOf(calls[name]())).toBe('all');
    });
  });

  it('that is lost on its way says nothing of anything', async () => {
    server.outage = 'lose-answer';
    const error = await errorOf(client.findInvoicesOf('order-1'));
    expect(await blameOf(Promise.reject(error))).toBe('all');
    expect(error).toHaveProperty('cause', expect.any(TypeError));
  });

  it('that never comes is waited for eight seconds', async () => {
    const patience = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
    server.outage = 'hang';
    const blame = blameOf(client.findInvoice('an-invoice'));
    patience.abort(new DOMException('too long', 'TimeoutError'));
    expect(await blame).toBe('all');
    expect(timeout.mock.calls).toEqual([[8_000]]);
  });

  it('is never looked for where the server sends the caller, with the key in hand', async () => {
    const keysShown: (string | undefined)[] = [];
    const moved = createServer(({ url, headers }, response) => {
      if (url === '/elsewhere') keysShown.push(headers.authorization);
      if (url === '/elsewhere') response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
      else response.writeHead(307, { location: '/elsewhere' }).end();
    });
    await new Promise<void>((resolve) => moved.listen(0, '127.0.0.1', resolve));
    // A server that listens on a port has an address of this kind.
    const { port } = moved.address() as AddressInfo;
    const lost = createBtcpayClient({ ...settings, url: new URL(`http://127.0.0.1:${port}`) });
    expect(await blameOf(lost.findInvoicesOf('order-1'))).toBe('all');
    expect(keysShown).toEqual([]);
    moved.closeAllConnections();
    await new Promise((resolve) => moved.close(resolve));
    // Nobody is there any more.
    expect(await blameOf(lost.findInvoicesOf('order-1'))).toBe('all');
  });

  it('is refused to a key that is not the store’s, for all that could be asked', async () => {
    const stranger = createBtcpayClient({ ...settings, apiKey: 'another-key' });
    expect(await blameOf(stranger.findInvoicesOf('order-1'))).toBe('all');
    const elsewhere = createBtcpayClient({ ...settings, storeId: 'AnotherStore' });
    expect(await blameOf(elsewhere.findInvoicesOf('order-1'))).toBe('all');
  });
});
