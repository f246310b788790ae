import { createHash } from 'node:crypto';

interface PrerenderedPage {
  /** The page as Vite built it, without content. */
  shell: string;
  path: string;
  /** First the head's part, then what the page shows. */
  content: string;
  /** All style sheets of the app. */
  styles: readonly { href: string; css: string }[];
  /** The script of the page's own route, where it has one. */
  scriptHref: string | undefined;
}

const bootTag = '<script src="/boot.js"';
const emptyRoot = '<div id="root"></div>';

export function composePage({ shell, path, content, styles, scriptHref }: PrerenderedPage): string {
  const [head, body] = splitHead(content);
  const inline = /<(?:script|style)\b[^>]*>|<[^>]*\sstyle="[^>]*>/.exec(content);
  if (inline) throw new Error(`${path}: the content security policy refuses what is inline: ${inline[0]}`);
  if (!shell.includes(emptyRoot)) throw new Error('index.html has no empty #root');
  const links = stylesOf(body, styles)
    .filter(({ href }) => !shell.includes(href))
    .map(({ href }) => `<link rel="stylesheet" href="${href}">`);
  const isScriptNew = scriptHref !== undefined && !shell.includes(scriptHref);
  return withoutReplaced(shell, head)
    .replace('<html ', () => `<html data-prerendered="${path}" `)
    .replace(bootTag, (tag) => (isScriptNew ? `${tag} data-page="${scriptHref}"` : tag))
    .replace('</head>', () => `${head}${links.join('')}</head>`)
    .replace(emptyRoot, () => `<div id="root">${body}</div>`);
}

/**
 * The content security policy refuses styles of single elements in HTML, so they become classes. React leaves the attributes of
 * what it takes over.
 */
export function moveStylesOut(content: string): { content: string; css: string } {
  const rules = new Map<string, string>();
  const moved = content.replaceAll(/<[a-z][^>]*\sstyle="([^"&]*)"[^>]*>/g, (tag, style: string) => {
    const name = `p${createHash('sha256').update(style).digest('hex').slice(0, 8)}`;
    rules.set(name, style);
    const bare = tag.replace(/\sstyle="[^"]*"/, '');
    return bare.includes(' class="')
      ? bare.replace(' class="', ` class="${name} `)
      : bare.replace(/^<[a-z]+/, `$& class="${name}"`);
  });
  return { content: moved, css: [...rules].map(([name, style]) => `.${name}{${style}}\n`).join('') };
}

/** React writes what it moves into the head before everything else. */
function splitHead(content: string): [head: string, body: string] {
  const head = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/.exec(content)?.[0] ?? '';
  // Marked, so that they can be removed where the page is not the visitor's.
  return [head.replaceAll(/<(title|meta|link)\b/g, '<$1 data-prerendered'), content.slice(head.length)];
}

/** Classes carry a hash of their file. */
function stylesOf(body: string, styles: PrerenderedPage['styles']): PrerenderedPage['styles'] {
  const used = new Set(
    [...body.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
  );
  return styles.filter(({ css }) =>
    [...css.matchAll(/\.(-?[_a-zA-Z][\w-]*)/g)].some(([, name = '']) => used.has(name)),
  );
}

/** The shell's title and description make way for the page's own. */
function withoutReplaced(shell: string, head: string): string {
  const replaced = [...head.matchAll(/<(title)\b|<meta data-prerendered (name="[^"]+")/g)];
  return replaced.reduce((html, [, title, name]) => {
    const pattern = title ? /\s*<title[^>]*>[^<]*<\/title>/ : new RegExp(`\\s*<meta[^>]*\\s${name}[^>]*>`);
    return html.replace(pattern, '');
  }, shell);
}
