import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Screen } from '../../e2e/screens/screen.ts';
import { settle } from '../../e2e/screens/settle.ts';

const formats = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
] as const;

const themes = ['light', 'dark'] as const;

export interface Photograph {
  readonly screen: string;
  readonly language: string;
  readonly width: number;
  readonly theme: (typeof themes)[number];
  /** Below the folder of photographs. */
  readonly file: string;
}

/** Takes the screen that stands in the browser in each width and theme; the page only has to rearrange itself. */
export async function takeAll(
  page: Page,
  { name, isDialog = false }: Screen,
  { folder, language }: { folder: string; language: string },
): Promise<Photograph[]> {
  const taken: Photograph[] = [];
  await mkdir(join(folder, language), { recursive: true });
  for (const viewport of formats) {
    await page.setViewportSize(viewport);
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      // The header goes with the scroll, and would stand in the middle of the picture.
      await page.evaluate(() => window.scrollTo(0, 0));
      await settle(page);
      const file = `${language}/${name.replaceAll(/[^a-z]+/g, '-')}-${viewport.width}-${theme}.png`;
      if (!isDialog) await layBarAtEnd(page);
      await page.screenshot({ path: join(folder, file), fullPage: !isDialog });
      taken.push({ screen: name, language, width: viewport.width, theme, file });
    }
  }
  return taken;
}

/** What is fixed at the lower edge of a screen would stand in the middle of a page in its whole length. */
async function layBarAtEnd(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const bar of document.querySelectorAll('nav')) {
      if (getComputedStyle(bar).position === 'fixed') bar.style.position = 'static';
    }
  });
}
