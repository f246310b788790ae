import type { ErrorCode } from '@mercury/contract/errors.ts';
import type { LimitKind, LimitPeriod } from '@mercury/contract/api/levels.ts';
import type { Quote } from '@mercury/contract/api/trade.ts';
import type { ValidationKey } from '@mercury/contract/validation.ts';
import type { TextKey } from './i18n/translate.ts';

export interface FieldError {
  readonly field: string;
  readonly key: ValidationKey;
}

/** Of a person's level. */
export interface LimitInTheWay {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  /** In millionths of a US dollar. */
  readonly leftUsd: bigint;
  /** Undefined: it is more than the level ever allows. */
  readonly roomAt: Date | undefined;
}

/** An expected failure: it has a code of the contract, and the caller reads a text in their language. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly fieldErrors: readonly FieldError[];
  readonly retryAfterSeconds: number | undefined;

  /** A more exact text than the code's own. */
  readonly textKey: TextKey | undefined;
  /** When the refusal ends, for a text that names the time. */
  readonly until: Date | undefined;
  /** The new offer that replaces a refused one. */
  readonly quote: Quote | undefined;
  readonly limit: LimitInTheWay | undefined;

  constructor(
    code: ErrorCode,
    details: {
      fieldErrors?: readonly FieldError[];
      retryAfterSeconds?: number;
      textKey?: TextKey;
      until?: Date;
      quote?: Quote | undefined;
      limit?: LimitInTheWay;
    } = {},
  ) {
    super(code);
    this.code = code;
    this.fieldErrors = details.fieldErrors ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.textKey = details.textKey;
    this.until = details.until;
    this.quote = details.quote;
    this.limit = details.limit;
  }
}

/** What is logged or told of an error that may not be ours: its message only. A driver attaches the whole connection, with its secrets. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
