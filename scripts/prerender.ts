import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Rolldown } from 'vite';
import { signedInModules } from '../web/build/closed-chunk.ts';
import { composePage, moveStylesOut } from './prerendered-page.ts';

// Renders the public pages with the app's own components, so that they can be read before any script runs.

interface PrerenderOptions {
  webFolder: string;
  distFolder: string;
  output: Rolldown.RolldownOutput['output'];
}

/** What web/src/prerender.tsx exports. */
interface Renderer {
  prerenderedPages: readonly { path: string; module: string }[];
  startPrerendering: (texts: unknown) => Promise<(path: string) => Promise<string>>;
}

/** Exists only while it renders. */
async function loadRenderer(webFolder: string, folder: string): Promise<Renderer> {
  await build({
    root: webFolder,
    configFile: join(webFolder, 'vite.config.ts'),
    logLevel: 'warn',
    publicDir: false,
    // It stands apart from our packages, so it contains everything.
    ssr: { noExternal: true },
    build: {
      ssr: 'src/prerender.tsx',
      outDir: folder,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  // Reading Node's own would warn of a missing file. The app can do without.
  Reflect.deleteProperty(globalThis, 'localStorage');
  // Built from this very module.
  return (await import(pathToFileURL(join(folder, 'prerender.js')).href)) as Renderer;
}

export async function prerenderPages({ webFolder, distFolder, output }: PrerenderOptions): Promise<void> {
  const shell = await readFile(join(distFolder, 'index.html'), 'utf8');
  const folder = await mkdtemp(join(tmpdir(), 'mercury-prerender-'));
  try {
    const { prerenderedPages, startPrerendering } = await loadRenderer(webFolder, folder);
    const [translation, help] = await Promise.all(
      ['translation', 'help'].map((name) => readTexts(distFolder, name)),
    );
    const render = await startPrerendering({ translation, help });
    const styles = output.flatMap((file) =>
      file.type === 'asset' && file.fileName.endsWith('.css')
        ? [{ href: `/${file.fileName}`, css: String(file.source) }]
        : [],
    );
    for (const { path, module } of prerenderedPages) {
      const chunk = output.find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(module));
      const { content, css } = moveStylesOut(await render(path));
      const own = css === '' ? [] : [{ href: await writeStyles(distFolder, css), css }];
      const html = composePage({
        shell,
        path,
        content,
        styles: [...styles, ...own],
        scriptHref: chunk && `/${chunk.fileName}`,
      });
      const file = join(distFolder, path, 'index.html');
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, html);
    }
    await writeFile(join(distFolder, 'app.html'), hintApp(hintSignedIn(shell, output)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readTexts(distFolder: string, name: string): Promise<unknown> {
  return JSON.parse(await readFile(join(distFolder, 'locales', 'en', `${name}.json`), 'utf8'));
}

/** The hash in the name lets browsers keep it for ever. */
async function writeStyles(distFolder: string, css: string): Promise<string> {
  const name = `assets/prerendered-${createHash('sha256').update(css).digest('hex').slice(0, 8)}.css`;
  await writeFile(join(distFolder, name), css);
  return `/${name}`;
}

type Output = Rolldown.RolldownOutput['output'];

/**
 * The page without content shows nothing before the app, so it requests the app itself, before boot.js. The style goes first,
 * because the first paint waits for it.
 */
function hintApp(shell: string): string {
  const [, scripts = ''] = / data-app="([^"]+)"/.exec(shell) ?? [];
  const links = scripts
    .split(' ')
    .map((href) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="${href}">`);
  return shell.replace('<script src="/boot.js"', (tag) => `${links.join('')}${tag}`);
}

/**
 * Tells boot.js the files of a signed-in start, so that it requests them at once. Otherwise each file requests the next, which is
 * slow on a slow line.
 */
function hintSignedIn(shell: string, output: Output): string {
  const files = new Set(signedInModules.flatMap((module) => filesOf(module, output)));
  const hints = [...files].map((file) => `/${file}`).filter((href) => !shell.includes(`"${href}"`));
  return shell.replace('<script src="/boot.js"', (tag) => `${tag} data-signed-in="${hints.join(' ')}"`);
}

function filesOf(module: string, output: Output): string[] {
  const chunks = output.filter((file) => file.type === 'chunk');
  // A shared chunk that exports more than the module is imported through another one.
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
