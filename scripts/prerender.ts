import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Rolldown } from 'vite';
import { signedInModules } from '../web/build/closed-chunk.ts';
import { composePage, moveStylesOut } from './prerendered-page.ts';

// Writes the public pages as HTML, made by the app's own components, so that they can be read before any script has run.

interface PrerenderOptions {
  webFolder: string;
  distFolder: string;
  /** What the build of the app wrote. */
  output: Rolldown.RolldownOutput['output'];
}

/** What web/src/prerender.tsx exports. */
interface Renderer {
  prerenderedPages: readonly { path: string; module: string }[];
  startPrerendering: (texts: unknown) => Promise<(path: string) => Promise<string>>;
}

/** The app as a module for Node: kept only for as long as it renders. */
async function loadRenderer(webFolder: string, folder: string): Promise<Renderer> {
  await build({
    root: webFolder,
    configFile: join(webFolder, 'vite.config.ts'),
    logLevel: 'warn',
    publicDir: false,
    // Everything goes into it, since it stands apart from our packages.
    ssr: { noExternal: true },
    build: {
      ssr: 'src/prerender.tsx',
      outDir: folder,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  // Reading Node's own would warn of a file that it lacks. The app can do without, as where storage is forbidden.
  Reflect.deleteProperty(globalThis, 'localStorage');
  // It was built from this very module.
  return (await import(pathToFileURL(join(folder, 'prerender.js')).href)) as Renderer;
}

export async function prerenderPages({ webFolder, distFolder, output }: PrerenderOptions): Promise<void> {
  const shell = await readFile(join(distFolder, 'index.html'), 'utf8');
  const textsPath = join(distFolder, 'locales', 'en', 'translation.json');
  const folder = await mkdtemp(join(tmpdir(), 'mercury-prerender-'));
  try {
    const { prerenderedPages, startPrerendering } = await loadRenderer(webFolder, folder);
    const render = await startPrerendering(JSON.parse(await readFile(textsPath, 'utf8')));
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

/** Named by its content, as all assets are: it may be kept for ever. */
async function writeStyles(distFolder: string, css: string): Promise<string> {
  const name = `assets/prerendered-${createHash('sha256').update(css).digest('hex').slice(0, 8)}.css`;
  await writeFile(join(distFolder, name), css);
  return `/${name}`;
}

type Output = Rolldown.RolldownOutput['output'];

/**
 * The page without content has nothing to show before the app is there, so it asks for that itself, before boot.js runs. It
 * lets the style go first, which the first paint waits for; for the app it waits with all else that the app needs.
 */
function hintApp(shell: string): string {
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
function hintSignedIn(shell: string, output: Output): string {
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
