import type { BookSnapshot, BookUpdate } from '@mercury/contract/api/stream.ts';
import type { Book, Level } from './estimate.ts';

type SideName = 'bids' | 'asks';

/** A market's book as the stream tells it, the best level of each side first. */
export interface LiveBook {
  /** False if the message does not follow the one before, or the result is not the server's: it must be asked for anew. */
  take: (message: BookSnapshot | BookUpdate) => boolean;
  /** What does not change any more, for showing. */
  read: () => Book;
}

interface PlacedLevel extends Level {
  /** Smaller is better. Only compared: texts of one market are far shorter than what a number holds. */
  rank: number;
}

export function createLiveBook(): LiveBook {
  const sides: Record<SideName, PlacedLevel[]> = { bids: [], asks: [] };
  let seq: number | undefined;

  function put(name: SideName, { price, quantity }: Level): void {
    const levels = sides[name];
    const rank = name === 'bids' ? -Number(price) : Number(price);
    const at = placeOf(levels, rank);
    const isThere = levels[at]?.rank === rank;
    const isGone = !/[1-9]/.test(quantity);
    levels.splice(at, isThere ? 1 : 0, ...(isGone ? [] : [{ price, quantity, rank }]));
  }

  return {
    take(message) {
      if (message.type === 'update' && message.fromSeq !== seq) return false;
      for (const name of ['bids', 'asks'] as const) {
        if (message.type === 'snapshot') sides[name] = [];
        for (const level of message[name]) put(name, level);
      }
      seq = message.seq;
      return checksumOf(sides) === message.checksum;
    },
    read: () => ({ seq: seq ?? 0, bids: [...sides.bids], asks: [...sides.asks] }),
  };
}

function placeOf(levels: readonly PlacedLevel[], rank: number): number {
  let low = 0;
  let high = levels.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((levels[middle]?.rank ?? rank) < rank) low = middle + 1;
    else high = middle;
  }
  return low;
}

const checkedDepth = 10;

/** Of the ten best of both sides in turn, as docs/trading.md says it. */
export function checksumOf({ bids, asks }: Pick<Book, SideName>): number {
  const texts: string[] = [];
  for (let at = 0; at < checkedDepth; at += 1) {
    for (const level of [bids[at], asks[at]]) if (level) texts.push(level.price, level.quantity);
  }
  return crc32(texts.join(':'));
}

/** The polynomial of zlib and of RFC 1952, bits turned round. */
const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** Of ASCII, which figures are. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let at = 0; at < text.length; at += 1) {
    crc = (crc >>> 8) ^ (crcTable[(crc ^ text.charCodeAt(at)) & 0xff] ?? 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
