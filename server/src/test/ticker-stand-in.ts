import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

/** A stand-in for a market's public WebSocket, after the documentation of Kraken's API v2. */
export interface TickerStandIn {
  readonly url: string;
  /** The requests of each connection, as JSON. */
  readonly asked: unknown[];
  /**
   * Sends the best bid and ask of a symbol, for example `BTC/USD`, to every connection; prices are numbers in JSON's notation.
   */
  tell(symbol: string, bid: string, ask: string, type?: 'snapshot' | 'update'): void;
  /** Sends the text unchanged. */
  send(text: string): void;
  beat(): void;
  lineCount(): number;
  /** Closes every connection; the next one is accepted again. */
  hangUp(): void;
  close(): Promise<void>;
}

export async function startTickerStandIn(): Promise<TickerStandIn> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, path: '/v2' });
  await new Promise<void>((resolve) => server.once('listening', resolve));
  // A server that listens on a port has this type of address.
  const { port } = server.address() as AddressInfo;
  const asked: unknown[] = [];
  server.on('connection', (line) => {
    line.send(JSON.stringify({ channel: 'status', type: 'update', data: [{ system: 'online' }] }));
    line.on('message', (data: Buffer) => asked.push(JSON.parse(data.toString('utf8'))));
  });

  const send = (text: string): void => {
    for (const line of server.clients) line.send(text);
  };
  return {
    url: `ws://127.0.0.1:${port}/v2`,
    asked,
    tell(symbol, bid, ask, type = 'update') {
      send(
        `{"channel":"ticker","type":"${type}","data":[{"symbol":"${symbol}","bid":${bid},"bid_qty":0.5,` +
          `"ask":${ask},"ask_qty":1.25,"last":${bid},"volume":1012.5,"change_pct":-0.4}]}`,
      );
    },
    send,
    beat: () => send('{"channel":"heartbeat"}'),
    lineCount: () => server.clients.size,
    hangUp() {
      for (const line of server.clients) line.terminate();
    },
    async close() {
      for (const line of server.clients) line.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
