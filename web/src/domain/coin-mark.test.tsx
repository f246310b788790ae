import { type Asset, assetOf, type AssetCode, loadAssets } from '@mercury/contract/money/asset.ts';
import { seededAssets } from '@mercury/contract/money/seeded-assets.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../test/render-app.tsx';
import { CoinImage, CoinMark } from './coin-mark.tsx';

/** As the server tells it: no literal of the build is this code. */
const unknown = (code: string) => code as unknown as AssetCode;

async function markOf(asset: AssetCode) {
  const { container } = await renderApp(<CoinMark asset={asset} size={36} />);
  return container.querySelector('img, svg');
}

it('is the file of a coin that has one', async () => {
  const mark = await markOf('BTC');
  expect(mark?.getAttribute('src')).toBe('/coins/btc.svg');
});

it('is drawn of the first letters of a coin that has none, on a colour that is always its own', async () => {
  const gold: Asset = { ...assetOf('BTC'), code: unknown('GOLD'), icon: null };
  loadAssets([...seededAssets, gold]);
  const mark = await markOf(gold.code);
  expect(mark?.textContent).toBe('GOL');
  expect(mark?.getAttribute('width')).toBe('36');
  expect(mark?.getAttribute('aria-hidden')).toBe('true');
  const color = mark?.getAttribute('data-color');
  expect(color).toMatch(/^[1-5]$/);
  const fill = mark && getComputedStyle(mark).fill;
  expect(fill).not.toBe('rgb(0, 0, 0)');
  expect((await markOf(gold.code))?.getAttribute('data-color')).toBe(color);
});

it('is drawn of a coin whose file can’t be had', async () => {
  await renderApp(<CoinImage path="data:image/svg+xml,broken" code="BTC" size={32} />);
  await expect.element(page.getByText('BTC')).toBeInTheDocument();
  expect(document.querySelector('img')).toBeNull();
});

it('is drawn too of a coin that the page has not heard of', async () => {
  await renderApp(<CoinMark asset={unknown('LEAD')} />);
  await expect.element(page.getByText('LEA')).toBeInTheDocument();
});
