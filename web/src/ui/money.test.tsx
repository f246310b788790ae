import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../test/render-app.tsx';
import { Money, ShortMoney } from './money.tsx';

function styleOf(container: Element, text: string): CSSStyleDeclaration {
  const found = [...container.querySelectorAll('span')].find((span) => span.textContent.includes(text));
  if (!found) throw new Error(`nothing shows ${text}`);
  return getComputedStyle(found);
}

async function shown(money: Parameters<typeof Money>[0], locale: 'en' | 'fa' | 'ru' = 'en') {
  const { container } = await renderApp(<Money {...money} />, { locale });
  return container.textContent.replaceAll('\u00a0', ' ');
}

describe('an amount', () => {
  it.each([
    ['0', 'MRCY', '0.00 MRCY'],
    ['7', 'MRCY', '7.00 MRCY'],
    ['1234.5', 'MRCY', '1,234.50 MRCY'],
    ['0.00000001', 'BTC', '0.00000001 BTC'],
    ['1.100', 'ETH', '1.10 ETH'],
    ['9007199254740993.01', 'MRCY', '9,007,199,254,740,993.01 MRCY'],
    ['0.000000000000000001', 'ETH', '0.000000000000000001 ETH'],
  ])('of %s %s has grouped digits, two decimals at least and its unit', async (amount, asset, text) => {
    expect(await shown({ amount, asset })).toBe(text);
  });

  it('is cut, never rounded up, below the smallest unit', async () => {
    expect(await shown({ amount: '0.999', asset: 'USD' })).toBe('0.99 USD');
  });

  it('has a real minus before it where it is negative', async () => {
    expect(await shown({ amount: '-0.3', asset: 'MRCY' })).toBe('\u22120.30 MRCY');
  });

  it('has a plus only where it is a change', async () => {
    expect(await shown({ amount: '5', asset: 'MRCY', signs: 'always' })).toBe('+5.00 MRCY');
  });

  it('of nothing has no sign, even as a change', async () => {
    expect(await shown({ amount: '-0.00', asset: 'MRCY', signs: 'always' })).toBe('0.00 MRCY');
  });

  it('has no sign where none is wanted', async () => {
    expect(await shown({ amount: '-5', asset: 'MRCY', signs: 'never' })).toBe('5.00 MRCY');
  });

  it('is written in Persian digits and with the Persian point for Persian readers', async () => {
    expect(await shown({ amount: '1234.5', asset: 'MRCY' }, 'fa')).toBe('۱٬۲۳۴٫۵۰ MRCY');
  });

  it('has the comma of Russian readers', async () => {
    expect(await shown({ amount: '1234.5', asset: 'MRCY' }, 'ru')).toBe('1 234,50 MRCY');
  });
});

describe('the look of an amount', () => {
  it('is a strong integer with a quieter fraction and unit', async () => {
    const { container } = await renderApp(<Money amount="1234.56" asset="MRCY" />);
    const [integer, fraction, unit] = ['1,234', '.56', 'MRCY'].map((text) => styleOf(container, text));
    expect(Number(integer?.fontWeight)).toBeGreaterThan(Number(fraction?.fontWeight));
    expect(fraction?.color).not.toBe(integer?.color);
    expect(unit?.color).toBe(fraction?.color);
  });

  it('does not space Persian digits apart, which are of different widths', async () => {
    const { container } = await renderApp(<Money amount="1" asset="MRCY" />, { locale: 'fa' });
    const { fontVariantNumeric } = getComputedStyle(container.querySelector('bdi') ?? container);
    expect(fontVariantNumeric).toBe('normal');
  });

  it('keeps figures in columns', async () => {
    const { container } = await renderApp(<Money amount="1" asset="MRCY" />);
    const { fontVariantNumeric, whiteSpace } = getComputedStyle(container.querySelector('bdi') ?? container);
    expect(fontVariantNumeric).toContain('tabular-nums');
    expect(whiteSpace).toBe('nowrap');
  });

  it('differs where the money has not arrived', async () => {
    const { container } = await renderApp(
      <>
        <Money amount="1" asset="MRCY" />
        <Money amount="2" asset="MRCY" isPending />
      </>,
    );
    expect(styleOf(container, '2').color).not.toBe(styleOf(container, '1').color);
  });

  it('runs from left to right and by itself inside Persian text', async () => {
    const { container } = await renderApp(
      <p dir="rtl">
        موجودی <Money amount="-1234.5" asset="MRCY" /> است
      </p>,
      { locale: 'fa' },
    );
    const money = container.querySelector('bdi');
    if (!money) throw new Error('an amount is isolated by its element');
    expect(money.dir).toBe('ltr');
    expect(getComputedStyle(money).unicodeBidi).toBe('isolate');
    const [sign, unit] = [money.firstChild, money.lastElementChild].map((node) => {
      const range = document.createRange();
      if (node) range.selectNodeContents(node);
      return range.getBoundingClientRect().left;
    });
    expect(sign).toBeLessThan(Number(unit));
  });

  it.each([
    ['123456.00', null],
    ['123456789.123', 'long'],
    ['1234567890.12345678', 'longest'],
  ])('of %s is marked by its length, so that it fits on a phone', async (amount, length) => {
    const { container } = await renderApp(<Money amount={amount} asset="MRCY" />);
    expect(container.querySelector('bdi')?.getAttribute('data-length') ?? null).toBe(length);
  });
});

describe('a short amount', () => {
  const button = () => page.getByRole('button');

  it('has all of the amount for screen readers and in its tooltip', async () => {
    const { container } = await renderApp(<Money amount="438.59649122" asset="MRCY" precision="short" />);
    const money = container.querySelector('bdi');
    expect(money?.title).toContain('438.59649122');
    const [seen, read] = [money?.querySelector('[aria-hidden]'), money?.querySelector('.visually-hidden')];
    expect(seen?.textContent).toBe('438.5964\u00a0MRCY');
    expect(read?.textContent).toContain('438.59649122');
  });

  it('says it once where nothing is left out', async () => {
    expect(await shown({ amount: '438.5964', asset: 'MRCY', precision: 'short' })).toBe('438.5964 MRCY');
  });

  it('shows the rest when it is pressed, and takes it back, by pointer and by keyboard', async () => {
    await renderApp(<ShortMoney amount="438.59649122" asset="MRCY" />);
    await expect.element(button()).toHaveAccessibleName(/438\.59649122/);
    await expect.element(button()).toHaveAttribute('aria-expanded', 'false');
    await button().click();
    await expect.element(button()).toMatchTextContent(/^438\.59649122.MRCY$/);
    await expect.element(button()).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{Enter}');
    await expect.element(button()).toMatchTextContent(/^438\.5964.MRCY/);
  });

  it('is no button where there is nothing more to see', async () => {
    await renderApp(<ShortMoney amount="12.5" asset="MRCY" />);
    await expect.element(page.getByText('12', { exact: true })).toBeVisible();
    expect(button().query()).toBeNull();
  });
});

it('never renders a number that is no decimal', async () => {
  await expect(renderApp(<Money amount="1e3" asset="MRCY" />)).rejects.toThrow(
    'an amount is a decimal string',
  );
});
