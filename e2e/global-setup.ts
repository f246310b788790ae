import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startProduct } from './product.ts';
import { useProduct } from './shared-product.ts';

const root = join(import.meta.dirname, '..');

function buildWebApp(): void {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'build-web.ts')], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('the web app could not be built');
}

/** Starts the product that nearly all tests share; what it answers ends it again. */
export default async function startSharedProduct(): Promise<() => Promise<void>> {
  if (!existsSync(join(root, 'web', 'dist', 'index.html'))) buildWebApp();
  const product = await startProduct();
  useProduct(product);
  return product.stop;
}
