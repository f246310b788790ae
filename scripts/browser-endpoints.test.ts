import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { withoutSchemas } from '../web/build/browser-endpoints.ts';

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

it('misses nobody: what the app has takes a schema by its own name, never from an endpoint', async () => {
  const [contract, web] = await Promise.all([sourcesIn('contract/src'), sourcesIn('web/src')]);
  const endpoints = new Set(
    contract.flatMap((source) => [...source.matchAll(/const (\w+) = endpoint\(/g)].map(([, name]) => name)),
  );
  expect(endpoints.size).toBeGreaterThan(90);
  const usesIn = (source: string) =>
    [...source.matchAll(/\b(\w+)\.(?:params|query|body|reply)\b/g)]
      .filter(([, name]) => endpoints.has(name))
      .map(([use]) => use);
  expect([...contract, ...web].flatMap(usesIn)).toEqual([]);
  expect(usesIn('z.strictObject({ ...placeOrder.body.shape })')).toEqual(['placeOrder.body']);
});

/** All that is not for tests. */
async function sourcesIn(folder: string): Promise<string[]> {
  const path = join(import.meta.dirname, '..', folder);
  const files = await readdir(path, { recursive: true });
  const ours = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^test\//.test(file));
  return Promise.all(ours.map((file) => readFile(join(path, file), 'utf8')));
}
