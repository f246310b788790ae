import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { withoutSchemas } from '../web/build/browser-endpoints.ts';

const sources = join(import.meta.dirname, '..', 'web', 'src');

it('leaves what is called and who may call, and no schema', () => {
  const code = `const name = z.string().check(z.trim());
export const rename = endpoint({
  method: 'PUT',
  params: z.object({ id: z.uuid() }),
  body: z.object({ name: z.string().check(z.trim()) }).check(z.refine(isFine)),
  status: 200,
  reply: null,
});`;
  expect(withoutSchemas(code, parseAst(code))).toBe(`const name = /* @__PURE__ */ z.string().check(z.trim());
export const rename = endpoint({
  method: 'PUT',
  params: undefined,
  body: undefined,
  status: 200,
  reply: undefined,
});`);
});

it('misses nobody: a form takes a schema by its own name, never from an endpoint', async () => {
  const files = await readdir(sources, { recursive: true });
  const ours = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^test\//.test(file));
  const uses = await Promise.all(
    ours.map(async (file) => usesIn(await readFile(join(sources, file), 'utf8'))),
  );
  expect(uses.flat()).toEqual([]);
  expect(usesIn(`import { pay } from '@mercury/contract/api/wallets.ts';\npay.body`)).toEqual(['pay.body']);
});

function usesIn(source: string): string[] {
  const imports = source.matchAll(/import \{([^}]+)\} from '@mercury\/contract\/api\/[\w-]+\.ts'/g);
  const names = [...imports].flatMap(([, list = '']) => list.match(/\b(?:\w+ as )?\w+\b/g) ?? []);
  const local = new Set(names.map((name) => name.replace(/^\w+ as /, '')));
  return [...source.matchAll(/\b(\w+)\.(?:params|query|body|reply)\b/g)]
    .filter(([, name = '']) => local.has(name))
    .map(([use]) => use);
}
