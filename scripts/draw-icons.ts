// Draws the icons of the installed app and the picture of shared links, with the browser that the tests use too. Run it
// after the mark, the name or the colours have changed: what it draws is kept in web/public.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { productName } from '../contract/src/product.ts';
import { findBrowser } from './browser.mjs';

const root = join(import.meta.dirname, '..');
const publicFolder = join(root, 'web', 'public');

/** The dark end of the interface's ramp: plain, since a gradient makes pictures large. */
const night = '#0f1620';

/** The mark on a grid of 32, as web/public/favicon.svg has it. */
const mark = `
  <defs>
    <linearGradient id="m" x1="6" y1="6" x2="24" y2="30" gradientUnits="userSpaceOnUse">
      <stop stop-color="#f3f7fb"/><stop offset=".5" stop-color="#a9b8c9"/><stop offset="1" stop-color="#54657c"/>
    </linearGradient>
  </defs>`;
const drop = `
  <path fill="url(#m)" d="M13 8.2c3 0 4.6 1 6.2 1s2-.8 2.5-1.9l3.2 3c-1 .6-1.8 1.1-1.8 2.6s1.2 3.2 1.4 6.2A11.5 11.5 0 1 1 13 8.2Z"/>
  <circle cx="25.5" cy="6.5" r="4" fill="#2fc9b8"/>`;

interface Icon {
  name: string;
  size: number;
  /** How much of the edge the mark takes up: a system may cut a maskable icon down to the circle in its middle. */
  share: number;
  /** Rounded by us; systems round maskable icons themselves. */
  radius: number;
}

const icons: readonly Icon[] = [
  { name: 'icon-192', size: 192, share: 0.66, radius: 42 },
  { name: 'icon-512', size: 512, share: 0.66, radius: 112 },
  { name: 'maskable-192', size: 192, share: 0.5, radius: 0 },
  { name: 'maskable-512', size: 512, share: 0.5, radius: 0 },
  { name: 'apple-touch-icon', size: 180, share: 0.6, radius: 0 },
];

function svgOf({ size, share, radius }: Icon): string {
  const edge = size * share;
  const start = (size - edge) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${mark}
    <rect width="${size}" height="${size}" rx="${radius}" fill="${night}"/>
    <svg x="${start}" y="${start}" width="${edge}" height="${edge}" viewBox="0 0 32 32">${drop}</svg></svg>`;
}

const card = { width: 1200, height: 630 };

/** No words but the name: one picture for all languages. */
const cardSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="${card.width}" height="${card.height}">${mark}
  <rect width="${card.width}" height="${card.height}" fill="${night}"/>
  <svg x="150" y="185" width="260" height="260" viewBox="0 0 32 32">${drop}</svg>
  <text x="470" y="362" fill="#eef2f6" font-family="Inter" font-size="136" font-weight="640" letter-spacing="-4">${productName}</text>
</svg>`;

async function draw(
  page: Page,
  svg: string,
  { width, height, path }: typeof card & { path: string },
): Promise<void> {
  await page.setViewportSize({ width, height });
  const font = join(root, 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
  await page.goto('about:blank');
  await page.setContent(`<style>*{margin:0}svg{display:block}</style>${svg}`);
  const bytes = [...(await readFile(font))];
  await page.evaluate(async (fontBytes) => {
    const face = new FontFace('Inter', new Uint8Array(fontBytes), { weight: '100 900' });
    document.fonts.add(await face.load());
    await document.fonts.ready;
  }, bytes);
  await page.screenshot({ path, omitBackground: true });
}

const executablePath = findBrowser(root);
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
try {
  const page = await browser.newPage();
  await mkdir(join(publicFolder, 'icons'), { recursive: true });
  for (const icon of icons) {
    const path = join(publicFolder, 'icons', `${icon.name}.png`);
    await draw(page, svgOf(icon), { width: icon.size, height: icon.size, path });
  }
  await draw(page, cardSvg, { ...card, path: join(publicFolder, 'card.png') });
} finally {
  await browser.close();
}
