// Keeps one bid and one ask around the middle of a market, and asks for new ones every few seconds. Nothing but Node is needed:
//   API_KEY=<id> node examples/quoting-bot.mjs         with the private half of an ed25519 key in private-key.pem
// The key needs the scopes `read` and `trade`, its person some of both currencies, and the market somebody else's orders. It has the
// market for itself: it cancels all orders of its person there, also those placed by hand.
import { createPrivateKey, randomUUID, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const { MERCURY_URL: site = 'http://localhost:3000', API_KEY: key, MARKET: market = 'BTC-USD' } = process.env;
const { SECONDS: seconds = '5', ROUNDS: rounds = 'Infinity', SPREAD_BPS: spreadBps = '20' } = process.env;
const privateKey = createPrivateKey(readFileSync('private-key.pem'));

async function call(method, path, input) {
  const body = input === undefined ? '' : JSON.stringify(input);
  const time = String(Date.now());
  const text = [key, time, '5000', method, path, '', body].join('\n');
  const signature = sign(null, Buffer.from(text), privateKey).toString('base64');
  const headers = { 'api-key': key, 'api-timestamp': time, 'api-signature': signature };
  const content = body ? { body, headers: { ...headers, 'content-type': 'application/json' } } : { headers };
  const reply = await fetch(site + path, { method, ...content });
  return reply.json();
}

// In whole ticks, so that no price is between two.
async function middleInTicks(tick) {
  const { bids, asks } = await call('GET', `/v1/markets/${market}/book?levels=1`);
  const [bid, ask] = [bids[0]?.price, asks[0]?.price];
  if (bid === undefined || ask === undefined) return undefined;
  return Math.round((Number(bid) + Number(ask)) / 2 / Number(tick));
}

async function quote(side, ticks, { tick, quantityMin }) {
  const price = (ticks * Number(tick)).toFixed(tick.split('.')[1]?.length ?? 0);
  const terms = { market, side, type: 'LIMIT', price, quantity: quantityMin, postOnly: true };
  // With a name of its own an order whose answer was lost can be sent again, and is placed once.
  const { order, error } = await call('POST', '/v1/orders', { ...terms, clientOrderId: randomUUID() });
  return `${side} ${price} ${order?.status ?? error}`;
}

async function playRound(terms) {
  // If this program dies, the server takes its orders out of the book.
  await call('POST', '/v1/orders/cancel-after', { market, seconds: 30 });
  await call('DELETE', `/v1/orders?market=${market}`);
  const middle = await middleInTicks(terms.tick);
  if (middle === undefined) return 'Nobody quotes on both sides';
  const distance = Math.max(1, Math.round((middle * Number(spreadBps)) / 20_000));
  const quotes = [quote('BUY', middle - distance, terms), quote('SELL', middle + distance, terms)];
  return (await Promise.all(quotes)).join(', ');
}

const { market: terms, message } = await call('GET', `/v1/markets/${market}`);
if (terms === undefined) throw new Error(message);
const stopped = new AbortController();
process.once('SIGINT', () => stopped.abort());
for (let round = 1; round <= Number(rounds) && !stopped.signal.aborted; round += 1) {
  process.stdout.write(`${await playRound(terms)}\n`);
  await sleep(Number(seconds) * 1000, undefined, { signal: stopped.signal }).catch(() => undefined);
}
const { cancelled } = await call('DELETE', `/v1/orders?market=${market}`);
process.stdout.write(`${cancelled} orders cancelled\n`);
