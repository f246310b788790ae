import { join, sep } from 'node:path';
import type { Rolldown } from 'vite';

interface ClosedChunk {
  debugName: string;
  name: (id: string, context: Rolldown.ChunkingContext) => string | null;
}

/** What a signed-in person's visit begins with, each by an import of its own. Paths from the root of the repository. */
export const signedInModules = ['contract/src/api/users.ts', 'web/src/routes/signed-in-parts.ts'] as const;

/**
 * One chunk of these modules and all that they import: in thirty, each would wait for its turn on the line. Whatever else
 * imports one of them takes it from there.
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
