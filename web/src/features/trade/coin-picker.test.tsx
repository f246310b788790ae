import { listAssetPrices } from '@mercury/contract/api/market.ts';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Locale } from '@mercury/contract/locales.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { button } from '../../test/fields.ts';
import { coinOf, saidNow } from '../../test/market-samples.ts';
import { renderApp } from '../../test/render-app.tsx';
import { sara, walletOf } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
import { CoinPicker } from './coin-picker.tsx';

const wallets = [
  // A part of it is held.
  walletOf({ currency: 'BTC', balance: '0.5', availableBalance: '0.01234567' }),
  walletOf({ currency: 'ETH', balance: '1232.623456789012345678' }),
  walletOf({ currency: 'USDT', balance: '12345678901234567.123456' }),
];

const trigger = () => page.getByRole('combobox', { name: 'Currency you get' });
const search = () => page.getByRole('combobox', { name: 'Search coins' });
const options = () => page.getByRole('option');
const option = (name: RegExp) => page.getByRole('option', { name });

function Picker() {
  const [asset, setAsset] = useState<AssetCode>('BTC');
  return (
    <CoinPicker
      label="Currency you get"
      asset={asset}
      choices={['BTC', 'ETH', 'USDT', 'MRCY']}
      wallets={wallets}
      onChange={setAsset}
    />
  );
}

async function renderPicker(locale: Locale = 'en') {
  serveAccount({ wallets });
  server.reply(listAssetPrices, {
    ...saidNow(),
    coins: [
      coinOf({ id: 'bitcoin', symbol: 'BTC', currentPrice: '64120.55', change24h: '2.351' }),
      coinOf({ id: 'tether', symbol: 'USDT', currentPrice: '1', change24h: '0.01' }),
    ],
  });
  return renderApp(<Picker />, { as: sara, locale });
}

async function openPicker() {
  await trigger().click();
  await expect.element(search()).toHaveFocus();
}

describe('the choice of a coin', () => {
  it('says of each its name, code, what can be spent of it in full, price and change', async () => {
    await renderPicker();
    await expect.element(trigger()).toHaveTextContent('BTC');
    await openPicker();
    await expect.element(page.getByRole('listbox', { name: 'Currency you get' })).toBeVisible();
    await expect
      .element(option(/^Bitcoin BTC/))
      .toHaveAccessibleName(/^Bitcoin BTC \$64,120\.55 0\.01234567\sBTC \+2\.35%$/);
    await expect.element(option(/^Bitcoin BTC/)).toHaveAttribute('aria-selected', 'true');
    await expect
      .element(option(/^Ethereum ETH/))
      .toHaveAccessibleName(/^Ethereum ETH 1,232\.623456789012345678\sETH$/);
    await expect.element(option(/^Mercury MRCY/)).toHaveAccessibleName(/0\.00\sMRCY Fixed price$/);
  });

  it('is searched by name, in the reader’s language and in English, and by code', async () => {
    await renderPicker('fa');
    await page.getByRole('combobox').click();
    const field = page.getByPlaceholder('جست‌وجوی رمزارز');
    for (const [query, found] of [
      ['بیت', 'BTC'],
      ['بيتكوين', 'BTC'],
      ['ethereum', 'ETH'],
      [' usdt ', 'USDT'],
    ] as const) {
      await field.fill(query);
      await expect.element(options()).toHaveLength(1);
      await expect.element(options().first()).toMatchTextContent(new RegExp(found));
    }
  });

  it('says so where nothing is found', async () => {
    await renderPicker();
    await openPicker();
    await search().fill('xyz');
    await expect.element(page.getByText('No coin found')).toBeVisible();
    expect(options().all()).toHaveLength(0);
  });

  it('works by keys alone: typing filters, the arrows move, Enter chooses and gives the focus back', async () => {
    await renderPicker();
    await userEvent.tab();
    await expect.element(trigger()).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(search()).toHaveFocus();
    await userEvent.keyboard('e');
    await expect.element(options()).toHaveLength(3);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(trigger()).toHaveTextContent('USDT');
    await expect.element(trigger()).toHaveFocus();
    expect(options().all()).toHaveLength(0);
  });

  it('is left as it was by Escape', async () => {
    await renderPicker();
    await openPicker();
    await userEvent.keyboard('eth{Escape}');
    await expect.element(trigger()).toHaveFocus();
    await expect.element(trigger()).toHaveTextContent('BTC');
    await openPicker();
    await expect.element(search()).toHaveValue('');
    await expect.element(options()).toHaveLength(4);
  });

  it('is a sheet on a phone, as wide as the screen, with nothing cut off', async () => {
    await page.viewport(360, 740);
    await renderPicker();
    await openPicker();
    const sheet = page.getByRole('dialog', { name: 'Currency you get' });
    const edges = () => {
      const { left, right, bottom } = sheet.element().getBoundingClientRect();
      return { left, right, bottom };
    };
    // In its first frame it stands where it rises from.
    await expect.poll(edges).toEqual({ left: 0, right: 360, bottom: 740 });
    for (const row of options().elements()) {
      for (const part of [row, ...row.querySelectorAll('span')]) {
        expect(part.getBoundingClientRect().right).toBeLessThanOrEqual(row.getBoundingClientRect().right);
      }
      const [line] = row.querySelectorAll('[data-line="money"]');
      expect(line?.scrollWidth).toBe(line?.clientWidth);
    }
    await button('Close').click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });
});
