import { addressPrefix, isWalletAddress } from './address.ts';
import { chains, type Chain } from './asset.ts';
import { isChainAddress } from './chain-address.ts';

/** Why money can't go to an address over a chain. */
export type AddressProblem =
  /** So far it could become one, but a part is missing. */
  | { readonly kind: 'incomplete' }
  /** It has the form of one, but a character is wrong. */
  | { readonly kind: 'mistyped' }
  | { readonly kind: 'otherChain'; readonly chain: Chain }
  /** An account's address here: money gets there by a transfer. */
  | { readonly kind: 'walletAddress' }
  | { readonly kind: 'noAddress' };

/** What is wrong with an address, as far as its characters tell; undefined if nothing is. */
export function problemOfAddress(chain: Chain, text: string): AddressProblem | undefined {
  if (isChainAddress(chain, text)) return undefined;
  if (isWalletAddress(text)) return { kind: 'walletAddress' };
  const others = chains.filter((each) => isChainAddress(each, text));
  const certain = others.find((each) => hasChecksum(each, text));
  if (certain !== undefined) return { kind: 'otherChain', chain: certain };
  const stage = stageOf(chain, text);
  if (stage === 'begun') return { kind: 'incomplete' };
  if (stage === 'whole') return { kind: hasChecksum(chain, text) ? 'mistyped' : 'noAddress' };
  const alike =
    others[0] ?? chains.find((each) => hasChecksum(each, text) && stageOf(each, text) === 'whole');
  if (alike === undefined) return { kind: 'noAddress' };
  return alike === 'mercury' ? { kind: 'walletAddress' } : { kind: 'otherChain', chain: alike };
}

/** One way in which a chain writes its addresses. */
interface Form {
  /** Matches a whole address and every beginning of one. */
  readonly pattern: RegExp;
  readonly lengthMin: number;
  readonly lengthMax: number;
}

/** `first`: the characters that an address can begin with. */
function base58Form(first: string, lengthMin: number, lengthMax: number): Form {
  return { pattern: new RegExp(`^[${first}][1-9A-HJ-NP-Za-km-z]*$`), lengthMin, lengthMax };
}

function bech32Form(prefix: string, length: number): Form {
  const beginnings = Array.from(prefix, (_, at) => prefix.slice(0, at + 1)).join('|');
  const pattern = new RegExp(`^(${beginnings}|${prefix}1[02-9ac-hj-np-z]*)$`, 'i');
  return { pattern, lengthMin: length, lengthMax: length };
}

/** The characters of Bech32 behind the prefix and its 1: version, program of 20 or 32 bytes, checksum. */
const [keyProgramLength, scriptProgramLength] = [39, 59];
/** A wallet address has no version. */
const walletProgramLength = keyProgramLength - 1;

const witnessForms = (prefix: string): readonly Form[] => [
  bech32Form(prefix, prefix.length + 1 + keyProgramLength),
  bech32Form(prefix, prefix.length + 1 + scriptProgramLength),
];

const ethereumForm: Form = { pattern: /^(0|0x[0-9a-f]*)$/i, lengthMin: 42, lengthMax: 42 };

const formsOf: Readonly<Record<Chain, readonly Form[]>> = {
  mercury: [bech32Form(addressPrefix, addressPrefix.length + 1 + walletProgramLength)],
  bitcoin: [...witnessForms('bc'), base58Form('13', 26, 35)],
  litecoin: [...witnessForms('ltc'), base58Form('LM', 33, 34)],
  dogecoin: [base58Form('DA9', 33, 34)],
  ethereum: [ethereumForm],
  bnb: [ethereumForm],
  tron: [base58Form('T', 34, 34)],
  solana: [base58Form('1-9A-HJ-NP-Za-km-z', 43, 44)],
  xrp: [base58Form('r', 33, 35), base58Form('X', 47, 47)],
  ton: [
    { pattern: /^[EU]([Qf][A-Za-z0-9+/_-]*)?$/, lengthMin: 48, lengthMax: 48 },
    { pattern: /^(-|-?[01]|(0|-1):[0-9a-f]*)$/i, lengthMin: 66, lengthMax: 67 },
  ],
};

/** Longer than any of the chain's is none. */
function stageOf(chain: Chain, text: string): 'begun' | 'whole' | 'none' {
  const forms = formsOf[chain].filter(({ pattern }) => pattern.test(text));
  if (forms.some(({ lengthMin, lengthMax }) => text.length >= lengthMin && text.length <= lengthMax))
    return 'whole';
  return forms.some(({ lengthMin }) => text.length < lengthMin) ? 'begun' : 'none';
}

/** Without a checksum nobody can tell that a character is wrong. */
function hasChecksum(chain: Chain, text: string): boolean {
  if (chain === 'solana') return false;
  if (chain !== 'ethereum' && chain !== 'bnb') return true;
  const digits = text.slice(2);
  return digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
}
