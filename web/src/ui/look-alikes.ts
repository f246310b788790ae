import { isWalletAddress, normalizeAddress } from '@mercury/contract/money/address.ts';
import { looksAlike } from '@mercury/contract/money/look-alike.ts';

/** An address that the person has dealt with: a contact's, one they sent to, their own. */
export type KnownAddress = { address: string } & (
  | { kind: 'contact'; name: string }
  | { kind: 'recent' }
  | { kind: 'own' }
);

/**
 * The known address that a typed one could be mistaken for; undefined where it is known itself. Somebody who makes an
 * address that begins and ends like a friend's waits for the day on which only its ends are compared.
 */
export function findLookAlike(typed: string, known: readonly KnownAddress[]): KnownAddress | undefined {
  const address = normalizeAddress(typed.trim());
  if (!isWalletAddress(address)) return undefined;
  if (known.some((each) => normalizeAddress(each.address) === address)) return undefined;
  return known.find((each) => looksAlike(address, normalizeAddress(each.address)));
}

export interface ComparedPart {
  text: string;
  isDifferent: boolean;
}

/** An address in parts that are the same as in another, or not, place by place. */
export function compareAddresses(address: string, other: string): readonly ComparedPart[] {
  const parts: ComparedPart[] = [];
  for (const [index, character] of Array.from(address).entries()) {
    const isDifferent = character !== other[index];
    const last = parts.at(-1);
    if (last?.isDifferent === isDifferent) last.text += character;
    else parts.push({ text: character, isDifferent });
  }
  return parts;
}
