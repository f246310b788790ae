import type { Plugin } from 'vite';

/**
 * Leaves out of the app what nothing uses of React Router's own links and forms (ui/page-link.tsx has ours): they bring
 * along the fetching ahead of a framework's pages, three kilobytes of the first load. They are made by calls and then
 * given a name, and a bundler can't know that neither does anything else.
 */
export function leanRouter(): Plugin {
  return {
    name: 'mercury:lean-router',
    transform: {
      filter: { id: /\/react-router\/dist\/production\/lib\/dom\/.*\.js$/ },
      handler: (code) => ({
        code: code
          .replaceAll(
            /^const (\w+) = (React\$1\.(?:forwardRef|createContext))\(/gm,
            'const $1 = /* @__PURE__ */ $2(',
          )
          .replaceAll(/^\w+\.displayName = "[^"]*";$/gm, ''),
        map: null,
      }),
    },
  };
}
