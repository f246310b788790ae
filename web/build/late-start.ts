import type { Plugin } from 'vite';

const startTag = /\s*<script type="module" crossorigin src="([^"]+)"><\/script>/g;

/**
 * boot.js fetches and starts the app. It knows whether the page was prerendered for this visitor. If it was, the visitor sees the
 * page before the app uses the connection; if not, they wait for the app.
 */
export function lateStart(): Plugin {
  return {
    name: 'mercury:late-start',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (bundle === undefined) return html;
        const scripts = [...html.matchAll(startTag)].map(([, src]) => src);
        if (scripts.length === 0) throw new Error('the page has no script that starts the app');
        return html
          .replaceAll(startTag, '')
          .replace('<script src="/boot.js"', (tag) => `${tag} data-app="${scripts.join(' ')}"`);
      },
    },
  };
}
