import * as z from 'zod/mini';
import type { Endpoint } from '../api/endpoint.ts';
import { key } from '../api/shapes.ts';
import { limits } from '../limits.ts';
import type { Permission } from './permissions.ts';

/**
 * Who may call: anyone; a member of staff, about themselves; or a role with the permission. Whatever changes who gets in, or
 * ends a session, writes an entry of the audit log in its own commit; an offer that counts only once it is answered does not.
 */
export type ConsoleCaller = 'anyone' | 'staff' | Permission;

/** A call of the console, below /console/api. Its session is a cookie of its own, never the token of a customer. */
export interface ConsoleEndpoint extends Pick<
  Endpoint,
  | 'method'
  | 'path'
  | 'summary'
  | 'params'
  | 'query'
  | 'body'
  | 'status'
  | 'mediaType'
  | 'reply'
  | 'errors'
  | 'needsProof'
> {
  readonly caller: ConsoleCaller;
}

/** Keeps the literal types of a definition: they type callers and handlers. */
export function consoleEndpoint<const Definition extends ConsoleEndpoint>(
  definition: Definition,
): Definition {
  return definition;
}

/** Whatever a page reads by itself carries this header, and keeps no session alive. */
export const unattendedHeader = 'x-unattended';

/** A file for spreadsheets, sent while it is written. */
export const csvReply = { mediaType: 'text/csv; charset=utf-8', reply: z.string() } as const;

/** Of a list by pages: the `nextCursor` of the page before. */
export const pageQuery = {
  cursor: z.optional(z.string().check(z.maxLength(limits.cursorLengthMax, key('invalid')))),
};
