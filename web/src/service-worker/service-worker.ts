import {
  addRoute,
  cleanupOutdatedCaches,
  matchPrecache,
  precache,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import type { WorkerQuestion } from './messages.ts';

/** The files that the worker keeps: the app's files and their page. web/build/precache.ts puts the list in. */
declare const precachedFiles: readonly PrecacheEntry[];
declare const shellPath: string;

/** The used part of a worker's global scope, which the page's types don't have. */
interface WorkerWorld {
  skipWaiting: () => Promise<void>;
  addEventListener: (name: 'message', listener: (event: MessageEvent<WorkerQuestion>) => void) => void;
}
declare const self: WorkerWorld;

/** A server that needs longer for a page counts as unreachable: the kept page opens instead. */
const pagePatienceMs = 4000;

/** These belong to the server, as in server/src/http/web-app.ts, and to the console. Nothing of the API is ever kept. */
const serverPaths = /^\/(v1|console|dev|docs|healthz|readyz|\.well-known)(\/|$)/;

async function fromNetworkFirst(
  request: Request,
  { keptAs, patienceMs }: { keptAs: string; patienceMs?: number },
): Promise<Response> {
  try {
    return await fetch(request, patienceMs === undefined ? {} : { signal: AbortSignal.timeout(patienceMs) });
  } catch (error) {
    const kept = await matchPrecache(keptAs);
    if (kept === undefined) throw error;
    return kept;
  }
}

// Named only once: the build inserts the list at every place that names it.
const keptFiles = [...precachedFiles];

precache(keptFiles);
cleanupOutdatedCaches();

registerRoute(
  new NavigationRoute(
    ({ request }) => fromNetworkFirst(request, { keptAs: shellPath, patienceMs: pagePatienceMs }),
    { denylist: [serverPaths] },
  ),
);

// A file without a hash in its name may have changed since it was kept. A new page must not get the old one's texts.
const changing = new Set(keptFiles.filter(({ revision }) => revision !== null).map(({ url }) => url));
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && changing.has(url.pathname),
  ({ request, url }) => fromNetworkFirst(request, { keptAs: url.pathname }),
);

// A file with a hash in its name never changes. No address counts as another file's address.
addRoute({ directoryIndex: '', cleanURLs: false, ignoreURLParametersMatching: [] });

self.addEventListener('message', ({ data, ports: [port] }) => {
  switch (data.kind) {
    case 'hasScripts':
      port?.postMessage(data.scripts.every((script) => keptFiles.some(({ url }) => url === script)));
      break;
    case 'takeOver':
      void self.skipWaiting();
      break;
    default:
      data satisfies never;
  }
});
