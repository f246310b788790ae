import { Refusal } from './refusals.ts';

/** Digits enough for any amount, as Binance's API bounds them. */
const decimalPattern = /^([0-9]{1,20})(\.[0-9]{1,20})?$/;
/** As far as a Date of four digits goes. */
const timeMax = Date.parse('9999-12-31T23:59:59Z');
const namePattern = /^[.A-Z:/a-z0-9_-]{1,36}$/;
const symbolPattern = /^[A-Z0-9]{1,24}$/;

/**
 * The parameters of a call, from its query and its form alike. What a route does not read is refused before it does anything, so a
 * misspelt parameter never changes what an order means.
 */
export interface Params {
  has(name: string): boolean;
  /** Refuses what was sent and not read. */
  refuseUnread(): void;
  optional(name: string, pattern: RegExp): string | undefined;
  required(name: string, pattern: RegExp): string;
}

/** These are read by whoever checks the signature. */
const ofSignature = ['timestamp', 'recvWindow', 'signature'];

export function readParams(text: string): Params {
  const sent = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (sent.has(name)) throw new Refusal(-1101, `Duplicate values for parameter '${shown(name)}'.`);
    sent.set(name, value);
  }
  const read = new Set<string>();

  function optional(name: string, pattern: RegExp): string | undefined {
    read.add(name);
    const value = sent.get(name);
    if (value === undefined) return undefined;
    if (value === '') throw new Refusal(-1105, `Parameter '${name}' was empty.`);
    if (pattern.test(value)) return value;
    throw new Refusal(
      -1100,
      `Illegal characters found in parameter '${name}'; legal range is '${pattern.source}'.`,
    );
  }

  return {
    has: (name) => sent.has(name),
    optional,
    required(name, pattern) {
      const value = sent.get(name) === '' ? undefined : optional(name, pattern);
      if (value === undefined) throw missing(name);
      return value;
    },
    refuseUnread() {
      const known = new Set([...read, ...ofSignature]);
      const count = [...sent.keys()].filter((name) => known.has(name)).length;
      if (count === sent.size) return;
      throw new Refusal(
        -1104,
        `Not all sent parameters were read; read '${count}' parameter(s) but was sent '${sent.size}'.`,
      );
    },
  };
}

export function missing(name: string): Refusal {
  return new Refusal(-1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`);
}

const shown = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 50);

export const readSymbol = (params: Params): string => params.required('symbol', symbolPattern);
export const readOptionalSymbol = (params: Params): string | undefined =>
  params.optional('symbol', symbolPattern);

/** `symbols=["BTCUSD","ETHUSD"]`; at most 100. */
export function readSymbols(params: Params): readonly string[] | undefined {
  const text = params.optional('symbols', /^\["[A-Z0-9]{1,24}"(,"[A-Z0-9]{1,24}"){0,99}\]$/);
  if (text === undefined) return undefined;
  if (params.has('symbol')) {
    throw new Refusal(
      -1128,
      'Combination of optional parameters invalid. Recommendation: symbol or symbols.',
    );
  }
  return text.slice(2, -2).split('","');
}

export const readName = (params: Params, name: string): string | undefined =>
  params.optional(name, namePattern);

export function readLimit(params: Params, { byDefault, max }: { byDefault: number; max: number }): number {
  const limit = Number(params.optional('limit', /^[1-9][0-9]{0,4}$/) ?? byDefault);
  // More than there can be is no reason to refuse.
  return Math.min(limit, max);
}

/** An order's or a trade's. */
export function readNumber(params: Params, name: string): number | undefined {
  const text = params.optional(name, /^[0-9]{1,15}$/);
  return text === undefined ? undefined : Number(text);
}

function readTime(params: Params, name: 'startTime' | 'endTime'): Date | undefined {
  const text = params.optional(name, /^[0-9]{1,15}$/);
  if (text === undefined) return undefined;
  return new Date(Math.min(Number(text), timeMax));
}

/** Both ends belong to it. */
export function readTimes(params: Params): { since: Date | undefined; until: Date | undefined } {
  const since = readTime(params, 'startTime');
  const end = readTime(params, 'endTime');
  if (since !== undefined && end !== undefined && since > end) {
    throw new Refusal(
      -1128,
      'Combination of optional parameters invalid. Start time is greater than end time.',
    );
  }
  return { since, until: end && new Date(end.getTime() + 1) };
}

/** Without zeros at its end, which say nothing of its precision. */
export function readDecimal(params: Params, name: string): string | undefined {
  const text = params.optional(name, decimalPattern);
  if (text === undefined || !text.includes('.')) return text;
  return text.replace(/\.?0+$/, '');
}

export function readFlag(params: Params, name: string): boolean {
  return params.optional(name, /^(true|false|TRUE|FALSE)$/)?.toLowerCase() === 'true';
}

export function readChoice<Choice extends string>(
  params: Params,
  name: string,
  { choices, refusal }: { choices: readonly Choice[]; refusal?: Refusal },
): Choice | undefined {
  if (!params.has(name)) return undefined;
  const text = params.optional(name, /^[A-Za-z0-9_]{1,40}$/);
  const choice = choices.find((each) => each === text);
  if (choice === undefined)
    throw refusal ?? new Refusal(-1130, `Data sent for parameter '${name}' is not valid.`);
  return choice;
}
