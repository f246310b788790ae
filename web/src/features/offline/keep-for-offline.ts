import { type WorkerQuestion, workerPath } from '../../service-worker/messages.ts';

const checkEveryMs = 60 * 60 * 1000;

/** The page loads its own files first. */
const startAfterMs = 3000;

interface ScriptUrlPolicy {
  createScriptURL: (path: string) => string;
}
declare global {
  // TypeScript's DOM types lack it, and so do some browsers.
  var trustedTypes: { createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy } | undefined;
}

interface KeepOptions {
  /** The given function activates the newer app and reloads the page. */
  onUpdate: (takeOver: () => void) => void;
}

/** From boot.js. A worker compares them to tell whether it brings another app. All, since some do not change between versions. */
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

/** A page loaded after an update already runs the new app, although its worker waits for other pages to close. */
async function offerIfNewer(worker: ServiceWorker, { onUpdate }: KeepOptions): Promise<void> {
  if ((await ask(worker, { kind: 'hasScripts', scripts: ownScripts() })) === true) return;
  onUpdate(() => {
    navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
      once: true,
    });
    void ask(worker, { kind: 'takeOver' });
  });
}

/** The first worker has no page to take over. */
function offerOnceKept(worker: ServiceWorker | null, options: KeepOptions): void {
  worker?.addEventListener('statechange', () => {
    const isWaiting = worker.state === 'installed' && navigator.serviceWorker.controller !== null;
    if (isWaiting) void offerIfNewer(worker, options);
  });
}

let policy: ScriptUrlPolicy | undefined;

async function register(options: KeepOptions): Promise<ServiceWorkerRegistration | undefined> {
  // Trusted Types require a policy for the script's address, created once. The address is a constant of ours.
  policy ??= globalThis.trustedTypes?.createPolicy('service-worker', { createScriptURL: () => workerPath });
  await navigator.serviceWorker.register(policy?.createScriptURL(workerPath) ?? workerPath);
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration === undefined) return undefined;
  if (registration.waiting) void offerIfNewer(registration.waiting, options);
  // The browser checks for updates when it opens a page.
  offerOnceKept(registration.installing, options);
  registration.addEventListener('updatefound', () => offerOnceKept(registration.installing, options));
  return registration;
}

/** Optional: a browser that can't or may not works as before. Returns the function that stops the checks. */
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
