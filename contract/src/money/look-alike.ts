/** People compare the first and last characters of a long address, after the prefix that its kind shares. */
const comparedLength = 4;

/** Two random addresses differ nearly everywhere. Only a forged or mistyped address differs in so few places. */
const differencesMax = 4;

/** Common prefixes by kind, in lower case: hexadecimal, Bech32, Base58 of some chains, TON's. */
const commonStart = /^(?:0x|[a-z]{2,8}1(?=[02-9ac-hj-np-z]{20,}$)|[13tdlmr](?=[0-9a-z]{24,}$)|[euk]q)/;

/**
 * Looks like a known address but is another. Thieves make such addresses, send a little money from them, and wait until the
 * victim copies one from the history ("address poisoning").
 */
export function looksAlike(address: string, known: string): boolean {
  const [one, other] = [address.trim(), known.trim()];
  if (one === other) return false;
  if (one.toLowerCase() === other.toLowerCase()) return isCaseMeaningful(one) || isCaseMeaningful(other);
  // Upper and lower case look alike.
  const [oneBody, otherBody] = [bodyOf(one), bodyOf(other)];
  return sharesEnds(oneBody, otherBody) || differsLittle(oneBody, otherBody);
}

function bodyOf(address: string): string {
  return address.toLowerCase().replace(commonStart, '');
}

/** In hexadecimal, capitals are at most a checksum; Bech32 may be all capitals. Both are the same address. */
function isCaseMeaningful(address: string): boolean {
  const isMixed = address !== address.toLowerCase() && address !== address.toUpperCase();
  return isMixed && !address.startsWith('0x');
}

function sharesEnds(one: string, other: string): boolean {
  // In a short text the two ends would be the whole text.
  if (Math.min(one.length, other.length) < 3 * comparedLength) return false;
  const startsAlike = one.slice(0, comparedLength) === other.slice(0, comparedLength);
  return startsAlike && one.slice(-comparedLength) === other.slice(-comparedLength);
}

function differsLittle(one: string, other: string): boolean {
  if (one.length !== other.length || one.length < 3 * differencesMax) return false;
  const differences = one.split('').filter((character, index) => character !== other[index]);
  return differences.length <= differencesMax;
}
