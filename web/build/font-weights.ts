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
