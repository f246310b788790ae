import type { Rolldown } from 'vite';
import { signedInModules } from '../web/build/closed-chunk.ts';

type Output = Rolldown.RolldownOutput['output'];

/**
 * The page without content has nothing to show before the app is there, so it asks for that itself, before boot.js runs. It
 * lets the style go first, which the first paint waits for; for the app it waits with all else that the app needs.
 */
export function hintApp(shell: string): string {
  const [, scripts = ''] = / data-app="([^"]+)"/.exec(shell) ?? [];
  const links = scripts
    .split(' ')
    .map((href) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="${href}">`);
  return shell.replace('<script src="/boot.js"', (tag) => `${links.join('')}${tag}`);
}

/**
 * Tells boot.js which files a signed-in person's visit begins with, so that it asks for all of them at once. Each would
 * otherwise be asked for by the one before it, and on a slow line every step of that way is felt.
 */
export function hintSignedIn(shell: string, output: Output): string {
  const files = new Set(signedInModules.flatMap((module) => filesOf(module, output)));
  const hints = [...files].map((file) => `/${file}`).filter((href) => !shell.includes(`"${href}"`));
  return shell.replace('<script src="/boot.js"', (tag) => `${tag} data-signed-in="${hints.join(' ')}"`);
}

/** The scripts and styles that importing this module loads. */
function filesOf(module: string, output: Output): string[] {
  const chunks = output.filter((file) => file.type === 'chunk');
  // A chunk that several modules share has one before it where it exports more than the module does.
  const start =
    chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${module}`)) ??
    chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)));
  if (start === undefined) throw new Error(`the build has no ${module}`);
  const waiting = [start];
  const found = new Set<string>();
  for (let chunk = waiting.pop(); chunk !== undefined; chunk = waiting.pop()) {
    if (found.has(chunk.fileName)) continue;
    found.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
    const { imports } = chunk;
    waiting.push(...chunks.filter(({ fileName }) => imports.includes(fileName)));
  }
  return [...found];
}
