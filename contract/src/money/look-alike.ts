/** What people compare of a long address: its first and last characters, after what all addresses of a kind start with. */
const comparedLength = 4;

/** Two addresses that nobody chose differ nearly everywhere; in so few places only one that was made, or mistyped, does. */
const differencesMax = 4;

/** What addresses of one kind have in common, in lower case: hexadecimal, Bech32, Base58 of some chains, TON's. */
const commonStart = /^(?:0x|[a-z]{2,8}1(?=[02-9ac-hj-np-z]{20,}$)|[13tdlmr](?=[0-9a-z]{24,}$)|[euk]q)/;

/**
 * True where an address is easily taken for one that is known, and is another. Thieves make addresses whose first and
 * last characters are those of somebody whom their victim pays, send a little from there, and wait for it to be copied out
 * of the history ("address poisoning"). An address that is itself among the known ones needs no warning.
 */
export function looksAlike(address: string, known: string): boolean {
  const [one, other] = [address.trim(), known.trim()];
  if (one === other) return false;
  if (one.toLowerCase() === other.toLowerCase()) return isCaseMeaningful(one) || isCaseMeaningful(other);
  // Capitals and small letters look much alike.
  const [oneBody, otherBody] = [bodyOf(one), bodyOf(other)];
  return sharesEnds(oneBody, otherBody) || differsLittle(oneBody, otherBody);
}

function bodyOf(address: string): string {
  return address.toLowerCase().replace(commonStart, '');
}

/** In hexadecimal capitals are a checksum at most, and Bech32 may be written in capitals throughout: the same address. */
function isCaseMeaningful(address: string): boolean {
  const isMixed = address !== address.toLowerCase() && address !== address.toUpperCase();
  return isMixed && !address.startsWith('0x');
}

function sharesEnds(one: string, other: string): boolean {
  // In short texts the two ends would be all there is.
  if (Math.min(one.length, other.length) < 3 * comparedLength) return false;
  const startsAlike = one.slice(0, comparedLength) === other.slice(0, comparedLength);
  return startsAlike && one.slice(-comparedLength) === other.slice(-comparedLength);
}

function differsLittle(one: string, other: string): boolean {
  if (one.length !== other.length || one.length < 3 * differencesMax) return false;
  const differences = one.split('').filter((character, index) => character !== other[index]);
  return differences.length <= differencesMax;
}
