import type { Plugin } from 'vite';

/**
 * Drops the links and forms of React Router, which ui/page-link.tsx replaces. They import prefetching for framework pages: three
 * kilobytes of the first load. Function calls create them and set their names, so a bundler can't know that they are free of side
 * effects.
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
