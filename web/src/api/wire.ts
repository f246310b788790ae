import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '@mercury/contract/api/endpoint.ts';

/** For an answer, its body included. */
export const timeoutMs = 10_000;
/** A large file on a slow line; the server sends one for as long. */
const fileTimeoutMs = 2 * 60_000;

export const timeoutOf = ({ mediaType }: Pick<Endpoint, 'mediaType'>): number =>
  mediaType === undefined ? timeoutMs : fileTimeoutMs;

type Part<Name extends string, Value> = Value extends undefined ? unknown : Record<Name, Value>;

/** What the endpoint declares. */
export type DeclaredInput<E extends Pick<Endpoint, 'params' | 'query' | 'body'>> = Part<
  'params',
  ParamsOf<E>
> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>>;

export interface LooseInput {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | undefined>>;
  body?: unknown;
  idempotencyKey?: string;
  signal?: AbortSignal;
}

export function urlOf(basePath: string, { path }: Pick<Endpoint, 'path'>, input: LooseInput): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ''));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  const queryText = query.toString();
  return `${basePath}${filled}${queryText && `?${queryText}`}`;
}

/** Undefined where it can't be read. */
export async function bodyOf(
  { mediaType }: Pick<Endpoint, 'mediaType'>,
  response: Response,
): Promise<unknown> {
  if (response.status === 204) return null;
  try {
    if (response.ok && mediaType !== undefined) return await response.text();
    return await response.json();
  } catch {
    // A proxy's page, or a broken connection: the status says enough.
    return undefined;
  }
}
