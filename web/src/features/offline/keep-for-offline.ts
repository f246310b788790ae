import { type WorkerQuestion, workerPath } from '../../service-worker/messages.ts';

/** How often a page that stays open asks whether there is a newer app. */
const checkEveryMs = 60 * 60 * 1000;

/** A page gives it time to come to rest before anything is fetched that it doesn't need itself. */
const startAfterMs = 3000;

interface ScriptUrlPolicy {
  createScriptURL: (path: string) => string;
}
declare global {
  // TypeScript's own types of a page don't have it yet; nor do all browsers.
  var trustedTypes: { createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy } | undefined;
}

interface KeepOptions {
  /** A newer app is here. The function given makes this page that one, by reloading it. */
  onUpdate: (takeOver: () => void) => void;
}

/**
 * The scripts that boot.js started this page with, by which a worker can tell whether it brings this app or another. All of
 * them, since the first may be one that no version changes.
 */
function ownScripts(): readonly string[] {
  return document.querySelector<HTMLScriptElement>('script[data-app]')?.dataset['app']?.split(' ') ?? [];
}

function ask(worker: ServiceWorker, question: WorkerQuestion): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<unknown>((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data), { once: true });
  });
  port1.start();
  worker.postMessage(question, [port2]);
  return answer;
}

/**
 * A page that was loaded after an update is the new app already, though its worker still waits for other pages to
 * close: then there is nothing to offer.
 */
async function offerIfNewer(worker: ServiceWorker, { onUpdate }: KeepOptions): Promise<void> {
  if ((await ask(worker, { kind: 'hasScripts', scripts: ownScripts() })) === true) return;
  onUpdate(() => {
    navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
      once: true,
    });
    void ask(worker, { kind: 'takeOver' });
  });
}

/** The very first worker has no page to take over from. */
function offerOnceKept(worker: ServiceWorker | null, options: KeepOptions): void {
  worker?.addEventListener('statechange', () => {
    const isWaiting = worker.state === 'installed' && navigator.serviceWorker.controller !== null;
    if (isWaiting) void offerIfNewer(worker, options);
  });
}

let policy: ScriptUrlPolicy | undefined;

async function register(options: KeepOptions): Promise<ServiceWorkerRegistration | undefined> {
  // The security policy wants the script's address from a policy of this name, which can be made once in a page. The address
  // is a constant of ours.
  policy ??= globalThis.trustedTypes?.createPolicy('service-worker', { createScriptURL: () => workerPath });
  await navigator.serviceWorker.register(policy?.createScriptURL(workerPath) ?? workerPath);
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration === undefined) return undefined;
  if (registration.waiting) void offerIfNewer(registration.waiting, options);
  // The browser looks for a newer one as it opens a page, so one may be on its way already.
  offerOnceKept(registration.installing, options);
  registration.addEventListener('updatefound', () => offerOnceKept(registration.installing, options));
  return registration;
}

/**
 * Has the browser keep the app, so that it opens without a connection. It is a convenience: a browser that can't, or
 * may not, goes on as before. Answers what ends the looking for newer ones.
 */
export function keepForOffline(options: KeepOptions): () => void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return () => undefined;
  let checking: ReturnType<typeof setInterval> | undefined;
  let isStopped = false;

  async function start(): Promise<void> {
    try {
      const registration = await register(options);
      if (isStopped || registration === undefined) return;
      checking = setInterval(() => void registration.update().catch(() => undefined), checkEveryMs);
    } catch {
      // See above.
    }
  }

  const timer = setTimeout(() => void start(), startAfterMs);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    clearInterval(checking);
  };
}
