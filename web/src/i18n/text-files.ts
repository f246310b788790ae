import type { BackendModule, ReadCallback } from 'i18next';

/** Texts that take longer are given up: the app renders without them. */
const loadTimeoutMs = 2000;

async function loadTexts(language: string): Promise<Record<string, string>> {
  const reply = await fetch(`/locales/${language}/translation.json`, {
    signal: AbortSignal.timeout(loadTimeoutMs),
  });
  if (!reply.ok) throw new Error(`status ${reply.status}`);
  // Our own file: repo.test.ts holds each of them against the keys of English.
  return (await reply.json()) as Record<string, string>;
}

async function readInto(language: string, callback: ReadCallback): Promise<void> {
  try {
    callback(null, await loadTexts(language));
  } catch (error) {
    callback(error instanceof Error ? error : String(error), null);
  }
}

/** Where the texts of a language come from: one file a language, fetched when it is first chosen. */
export const textFiles: BackendModule = {
  type: 'backend',
  callbackApi: true,
  init: () => undefined,
  read: (language, _namespace, callback) => {
    void readInto(language, callback);
  },
};
