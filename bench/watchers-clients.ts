import { connect, type Socket } from 'node:net';

/**
 * Those who watch, in a process of their own. They read and throw away as cheaply as can be, so that they leave the processor to
 * whoever is measured: plain TCP connections with one buffer for all, which know of WebSocket only what they need to stay.
 */
interface WatchersOrder {
  readonly port: number;
  readonly market: string;
  readonly watcherCount: number;
  readonly connectMsMax: number;
}

process.once('message', (order) => {
  // What watchers.ts sends is this.
  void watchAll(order as WatchersOrder);
});

// Opcodes with the final bit (RFC 6455, 5.2). The server's own frames are not masked.
const textFrame = 0x81;
const pingFrame = 0x89;
const pong = maskedFrame(0x8a, '');
const openedAtOnce = 400;

const unread = Buffer.alloc(256 * 1024);
let toldCount = 0;

async function watchAll({ port, market, watcherCount, connectMsMax }: WatchersOrder): Promise<void> {
  const subscribe = maskedFrame(textFrame, JSON.stringify({ type: 'subscribe', channel: 'book', market }));
  let opened = 0;
  async function openInTurn(): Promise<void> {
    while (opened < watcherCount) {
      opened += 1;
      await watch(port, opened, subscribe);
    }
  }
  const tooLate = setTimeout(() => {
    throw new Error(`of ${watcherCount} watchers ${opened} had begun after ${connectMsMax / 1000} s`);
  }, connectMsMax);
  await Promise.all(Array.from({ length: openedAtOnce }, openInTurn));
  clearTimeout(tooLate);
  process.on('message', () => process.send?.(toldCount));
  process.once('disconnect', () => process.exit(0));
  process.send?.('watching');
}

/** Resolves with the snapshot. A watcher that is lost later would flatter the figures: it ends the process. */
function watch(port: number, index: number, subscribe: Buffer): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isUpgraded = false;
  const socket: Socket = connect({
    port,
    host: '127.0.0.1',
    onread: {
      buffer: unread,
      callback(byteCount) {
        if (!isUpgraded) {
          isUpgraded = true;
          const reply = unread.toString('latin1', 0, byteCount);
          if (!reply.startsWith('HTTP/1.1 101')) throw new Error(`a watcher was answered ${reply}`);
          socket.write(subscribe);
        } else if (unread[0] === textFrame) {
          toldCount += 1;
          resolve();
        }
        if (unread[0] === pingFrame || unread[byteCount - 2] === pingFrame) socket.write(pong);
        return true;
      },
    },
  });
  socket.on('close', () => {
    throw new Error('a watcher was cut off');
  });
  socket.write(upgradeOf(index));
  return promise;
}

/** Each comes from an address of its own, by the word of a proxy that the server trusts. */
function upgradeOf(index: number): string {
  return [
    'GET /v1/stream HTTP/1.1',
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
    `X-Forwarded-For: 10.0.${index >> 8}.${index & 0xff}`,
    '\r\n',
  ].join('\r\n');
}

/** With a mask of zeros, which leaves the content as it is. */
function maskedFrame(opcode: number, content: string): Buffer {
  if (content.length > 125) throw new Error('a longer frame has another shape');
  return Buffer.from([opcode, 0x80 | content.length, 0, 0, 0, 0, ...Buffer.from(content)]);
}
