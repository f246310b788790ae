import {
  addRoute,
  cleanupOutdatedCaches,
  matchPrecache,
  precache,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import type { WorkerQuestion } from './messages.ts';

/** What the worker keeps, put in by web/build/precache.ts: the app's files and the page that they belong to. */
declare const precachedFiles: readonly PrecacheEntry[];
declare const shellPath: string;

/** What is used of a worker's own world, which the types of a page don't know. */
interface WorkerWorld {
  skipWaiting: () => Promise<void>;
  addEventListener: (name: 'message', listener: (event: MessageEvent<WorkerQuestion>) => void) => void;
}
declare const self: WorkerWorld;

/** A server that takes longer than this to give a page is as good as away: the kept one opens in its stead. */
const pagePatienceMs = 4000;

/** These are the server's, as in server/src/http/web-app.ts. Nothing of the API is ever kept. */
const serverPaths = /^\/(v1|dev|docs|healthz|readyz|\.well-known)(\/|$)/;

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

// Named once, since what is put in is put in wherever it is named.
const keptFiles = [...precachedFiles];

precache(keptFiles);
cleanupOutdatedCaches();

registerRoute(
  new NavigationRoute(
    ({ request }) => fromNetworkFirst(request, { keptAs: shellPath, patienceMs: pagePatienceMs }),
    { denylist: [serverPaths] },
  ),
);

// A file without a hash in its name may have changed since it was kept: a new page must not get the old one's texts.
const changing = new Set(keptFiles.filter(({ revision }) => revision !== null).map(({ url }) => url));
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && changing.has(url.pathname),
  ({ request, url }) => fromNetworkFirst(request, { keptAs: url.pathname }),
);

// What has a hash in its name never changes. No address is read as that of another file.
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
