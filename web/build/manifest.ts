// The web app manifest. The build makes it because product and coin can be renamed.
import type { Plugin } from 'vite';
import { defaultLocale, localeTraits } from '../../contract/src/locales.ts';
import { coinCode, productName } from '../../contract/src/product.ts';

const fileName = 'manifest.webmanifest';
/** The light theme's canvas, as in web/src/ui/theme.css: a manifest knows no dark theme. */
const canvas = '#f6f8fa';

function iconsOf(name: string, purpose: 'any' | 'maskable') {
  return [192, 512].map((edge) => ({
    src: `/icons/${name}-${edge}.png`,
    sizes: `${edge}x${edge}`,
    type: 'image/png',
    purpose,
  }));
}

const manifest = {
  id: '/dashboard',
  name: productName,
  short_name: productName,
  description: `A wallet and exchange for ${coinCode} and other digital currencies.`,
  lang: defaultLocale,
  dir: localeTraits[defaultLocale].direction,
  start_url: '/dashboard',
  scope: '/',
  display: 'standalone',
  theme_color: canvas,
  background_color: canvas,
  categories: ['finance'],
  icons: [...iconsOf('icon', 'any'), ...iconsOf('maskable', 'maskable')],
};

export function manifestPlugin(): Plugin {
  const source = JSON.stringify(manifest, null, 2);
  return {
    name: 'manifest',
    configureServer({ middlewares }) {
      middlewares.use(`/${fileName}`, (_request, response) => {
        response.setHeader('content-type', 'application/manifest+json').end(source);
      });
    },
    generateBundle() {
      if (this.environment.name === 'client') this.emitFile({ type: 'asset', fileName, source });
    },
  };
}
