import { join, sep } from 'node:path';
import type { Rolldown } from 'vite';

interface ClosedChunk {
  debugName: string;
  name: (id: string, context: Rolldown.ChunkingContext) => string | null;
}

/** The start of a signed-in visit imports each of these separately. Paths start at the repository's root. */
export const signedInModules = ['contract/src/api/users.ts', 'web/src/routes/signed-in-parts.ts'] as const;

/**
 * One chunk for these modules and all their imports: thirty chunks would queue for the connection. Other importers of these
 * modules use the same chunk.
 */
export function closedChunk(name: string, modules: readonly string[]): ClosedChunk {
  let members: ReadonlySet<string> | undefined;
  return {
    debugName: name,
    name: (id, context) => {
      members ??= staticImportsOf(modules, context);
      return members.has(id) ? name : null;
    },
  };
}

function staticImportsOf(modules: readonly string[], context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const root = join(import.meta.dirname, '..', '..').replaceAll(sep, '/');
  const waiting = modules.map((module) => `${root}/${module}`);
  const found = new Set<string>();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(context.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}
