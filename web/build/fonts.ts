import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** The weights that the interface uses (ui/theme.css), and those that fonts.css declares. */
const weights = { min: 400, max: 700 };

/** The file name must name the kept weights: the cache keeps files forever. */
export const fontFileNames = `assets/[name]-${weights.min}-${weights.max}-[hash][extname]`;

/** Drops unused weights from the variable fonts: more than a quarter of their bytes. */
export function fontWeights(): Plugin {
  return {
    name: 'mercury:font-weights',
    apply: 'build',
    async generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.woff2')) continue;
        file.source = await subsetFont(Buffer.from(file.source), undefined, {
          targetFormat: 'woff2',
          keepAllGlyphs: true,
          variationAxes: { wght: weights },
        });
      }
    },
  };
}

/** The main font face of each language. Chinese uses the system's own. */
const facesOfLanguages = {
  en: 'inter-latin-wght-normal',
  ru: 'inter-cyrillic-wght-normal',
  fa: 'vazirmatn-arabic-wght-normal',
} as const;

/** Passes the built names of the font files to boot.js, which knows the visitor's language. */
export function fontHints(): Plugin {
  return {
    name: 'mercury:font-hints',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (bundle === undefined) return html;
        const files = Object.keys(bundle);
        const hints = Object.entries(facesOfLanguages).map(([language, face]) => {
          const file = files.find((name) => name.includes(face) && name.endsWith('.woff2'));
          if (file === undefined) throw new Error(`the build has no ${face}`);
          return `data-${language}="/${file}"`;
        });
        return html.replace('<script src="/boot.js"', (tag) => `${tag} ${hints.join(' ')}`);
      },
    },
  };
}
