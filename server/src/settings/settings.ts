import * as z from 'zod';
import { ConfigError } from '../config.ts';
import type { StoredSetting } from './queries.ts';
import { readSettings, type BusinessSettings, type SettingTexts } from './registry.ts';

export interface Settings {
  /** Replaced as a whole whenever somebody changes one. A use case reads it once, or by `atOneVersion`. */
  readonly current: BusinessSettings;
  /** What the environment says. It wins. */
  readonly stated: SettingTexts;
}

export interface LoadedSettings extends Settings {
  /** Reads what the database says now. @throws ConfigError, and leaves all as it was, where one can't be read */
  load(): Promise<void>;
}

export function createSettings({
  stated,
  findStored,
}: {
  stated: SettingTexts;
  /** What the database says now. */
  findStored: () => Promise<readonly Pick<StoredSetting, 'name' | 'value'>[]>;
}): LoadedSettings {
  let current = readSettings(stated);
  let startedCount = 0;
  let newestLoaded = 0;
  return {
    stated,
    get current() {
      return current;
    },
    async load() {
      startedCount += 1;
      const load = startedCount;
      const stored = await findStored();
      const texts = Object.fromEntries(
        stored.flatMap(({ name, value }) => (value === null ? [] : [[name, value]])),
      );
      const read = readStored({ ...texts, ...stated });
      // A slower earlier look must not undo a later one.
      if (load < newestLoaded) return;
      newestLoaded = load;
      current = read;
    },
  };
}

/** Each was read once before it was stored, but maybe by another build. */
function readStored(texts: SettingTexts): BusinessSettings {
  try {
    return readSettings(texts);
  } catch (error) {
    const issue = error instanceof z.ZodError ? error.issues[0] : undefined;
    if (issue === undefined) throw error;
    const name = issue.path.join('.');
    throw new ConfigError(`${name} ${issue.message}: say another with set-setting ${name}`, { cause: error });
  }
}

/** The services with the settings as they are now: what one use case decides is not made of two versions. */
export function atOneVersion<Those extends { readonly settings: Settings }>(services: Those): Those {
  const { current, stated } = services.settings;
  return { ...services, settings: { current, stated } };
}
