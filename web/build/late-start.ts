import type { Plugin } from 'vite';

const startTag = /\s*<script type="module" crossorigin src="([^"]+)"><\/script>/g;

/**
 * Leaves it to boot.js to fetch and start the app: it knows whether the page has been prerendered for this visitor, who is
 * to see it before the app takes part of the line, or whether they wait for the app.
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
