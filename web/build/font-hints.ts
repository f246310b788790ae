import type { Plugin } from 'vite';

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
