import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Settings } from '../settings/settings.ts';

/** The message is one line for the operator. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

export interface OperatorContext {
  readonly db: Database;
  /** As the owner of the tables, for what the server may not do. Connects at first use. */
  readonly ownerDb: Database;
  readonly config: Config;
  /** As they are when the command begins. */
  readonly settings: Settings;
  /** The operator's name, as it is recorded. */
  readonly operator: string;
}

/** One of the operator's commands. The help is made from this. */
export interface OperatorCommand {
  /** `[optional]`, and at the end `<several words...>` or `[several words...]` for text without quotes. */
  readonly parameters: readonly string[];
  readonly help: string;
  /** Returns the output. @throws RefusedError */
  run(context: OperatorContext, words: readonly string[]): Promise<string>;
}

export type OperatorCommands = Readonly<Record<string, OperatorCommand>>;

/** Undefined if there are too few or too many. */
export function readWords(
  { parameters }: OperatorCommand,
  words: readonly string[],
): readonly string[] | undefined {
  const least = parameters.filter((parameter) => !parameter.startsWith('[')).length;
  const takesRest = /\.\.\.[>\]]$/.test(parameters.at(-1) ?? '');
  if (words.length < least || (words.length > parameters.length && !takesRest)) return undefined;
  if (!takesRest) return words;
  const first = words.slice(0, parameters.length - 1);
  return [...first, words.slice(first.length).join(' ')];
}

export function helpOf(commands: OperatorCommands): string {
  const lines = Object.entries(commands).map(
    ([name, { parameters, help }]) => [[name, ...parameters].join(' '), help] as const,
  );
  const width = Math.max(...lines.map(([usage]) => usage.length));
  return lines.map(([usage, help]) => `  ${usage.padEnd(width)}  ${help}`).join('\n');
}

/** Plain columns, for a terminal and for programs that read lines. */
export function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, ...rows].map((cells) => cells.map(printable));
  const widths = heads.map((_head, column) =>
    Math.max(...lines.map((cells) => (cells[column] ?? '').length)),
  );
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Anyone writes some of these texts, and a terminal obeys control characters. The joiners of Persian and Indian scripts stay. */
export function printable(text: string): string {
  const shown = text.replaceAll(/(?![\u200c\u200d])\p{C}/gu, '?');
  return shown === '' ? '-' : shown;
}
