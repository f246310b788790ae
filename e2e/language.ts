import type { Page } from '@playwright/test';
import type { Locale } from '@mercury/contract/locales.ts';

/**
 * Shows what is on the screen in another language, as the header's menu does, also where a dialog keeps that out of reach: so a
 * screen is opened once for all languages. The translations are found where React keeps them, as no page gives them away.
 */
export async function showIn(page: Page, locale: Locale): Promise<void> {
  await page.evaluate(async (chosen) => {
    interface Translations {
      changeLanguage: (language: string) => Promise<unknown>;
    }

    function isObject(value: unknown): value is object {
      return typeof value === 'object' && value !== null;
    }

    function isTranslations(value: unknown): value is Translations {
      return isObject(value) && 'changeLanguage' in value;
    }

    /** What the hooks of one component remember, and what they depend on. */
    function remembered(fiber: object): readonly unknown[] {
      const values: unknown[] = [];
      for (let hook: unknown = Reflect.get(fiber, 'memoizedState'); isObject(hook);) {
        const value: unknown = Reflect.get(hook, 'memoizedState');
        values.push(...[value].flat(2));
        if (isObject(value)) values.push(...Object.values(value));
        hook = Reflect.get(hook, 'next');
      }
      return values;
    }

    function findTranslations(): Translations {
      const root = document.querySelector('#root') ?? {};
      const key = Object.keys(root).find((name) => name.startsWith('__reactContainer$')) ?? '';
      const fibers: unknown[] = [Reflect.get(root, key)];
      while (fibers.length > 0) {
        const fiber = fibers.pop();
        if (!isObject(fiber)) continue;
        const found = remembered(fiber).find(isTranslations);
        if (found !== undefined) return found;
        fibers.push(Reflect.get(fiber, 'sibling'), Reflect.get(fiber, 'child'));
      }
      throw new Error('no component of the page uses translations');
    }

    const nextFrame = async () => new Promise((resolve) => requestAnimationFrame(resolve));
    await findTranslations().changeLanguage(chosen);
    await nextFrame();
    await nextFrame();
  }, locale);
}
