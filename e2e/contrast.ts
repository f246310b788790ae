import type { Page } from '@playwright/test';

/**
 * Texts that are too pale on their background, by the formula of WCAG 2, and links that only a pale difference tells from the text
 * around them. It takes what each text is written on from its ancestors alone; where that is a picture, nobody can say. As axe, it
 * leaves out what is disabled or behind a dialog. Axe itself takes forty times as long.
 */
export function paleTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    type Color = readonly [red: number, green: number, blue: number, alpha: number];
    /** `veil` is what half-transparent ancestors do to whatever colour stands in them. */
    interface Place {
      readonly ground: Color | undefined;
      readonly ink: Color;
      readonly veil: (color: Color) => Color;
    }

    const unwritten = '[type="hidden"], [type="checkbox"], [type="radio"], [type="range"], [type="file"]';
    /** Behind a dialog; an urgent message that has been read out; on a mere drawing; the unseen copy that a form sends. */
    const behind = ['main', ':has(main)', '[class*="_toast_"]', ':has(> svg)', 'input'].map(
      (each) => `${each}[aria-hidden="true"]`,
    );
    const white: Color = [255, 255, 255, 1];
    const brush = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const known = new Map<string, Color>();
    const pale: string[] = [];

    function read(text: string): Color {
      const color = known.get(text) ?? paint(text);
      known.set(text, color);
      return color;
    }

    /** Any notation of a colour is understood by whoever paints with it. */
    function paint(text: string): Color {
      if (brush === null) throw new Error('nothing can be painted here');
      brush.clearRect(0, 0, 1, 1);
      brush.fillStyle = text;
      brush.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = brush.getImageData(0, 0, 1, 1).data;
      return [red, green, blue, alpha / 255];
    }

    function lay([red, green, blue, alpha]: Color, below: Color): Color {
      const mix = (above: number, under: number) => above * alpha + under * (1 - alpha);
      return [mix(red, below[0]), mix(green, below[1]), mix(blue, below[2]), 1];
    }

    function luminance([red, green, blue]: Color): number {
      const linear = (part: number) =>
        part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4;
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    }

    function contrast(one: Color, other: Color): number {
      const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    }

    function hasText(element: Element): boolean {
      if (element instanceof HTMLInputElement) return element.value !== '' && !element.matches(unwritten);
      if (!(element instanceof HTMLElement || element instanceof SVGTextContentElement)) return false;
      return [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
    }

    function isLeftOut(element: Element): boolean {
      const hidden = ['[inert]', ':disabled', '[aria-disabled="true"]', '.visually-hidden', ...behind].join();
      const control = element instanceof HTMLLabelElement ? element.control : null;
      return element.matches(hidden) || control?.matches(':disabled') === true;
    }

    function leastContrast({ fontSize, fontWeight }: CSSStyleDeclaration): number {
      const size = Number.parseFloat(fontSize);
      return size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700) ? 3 : 4.5;
    }

    function isPlainLink(element: Element, style: CSSStyleDeclaration): boolean {
      const around = element.parentElement;
      if (!element.matches('a[href]') || style.display !== 'inline' || around === null) return false;
      const isMarked = style.textDecorationLine !== 'none' || style.borderBottomStyle !== 'none';
      return !isMarked && hasText(around) && style.fontWeight === getComputedStyle(around).fontWeight;
    }

    function note(element: Element, found: number, wanted: number): void {
      if (found >= wanted) return;
      const text = element instanceof HTMLInputElement ? element.value : element.textContent.trim();
      pale.push(`${element.localName} "${text.slice(0, 40)}": ${found.toFixed(2)}`);
    }

    function placeOf(style: CSSStyleDeclaration, { ground, veil }: Place, isDrawn: boolean): Place {
      const opacity = Number(style.opacity);
      const behind = ground;
      const isPicture = style.backgroundImage !== 'none';
      const own = read(style.backgroundColor);
      const below = own[3] === 1 ? white : ground;
      return {
        ground: isPicture || below === undefined ? undefined : lay(own, below),
        ink: read(isDrawn ? style.fill : style.color),
        veil:
          opacity === 1 || behind === undefined
            ? veil
            : ([red, green, blue]) => veil(lay([red, green, blue, opacity], behind)),
      };
    }

    function look(element: Element, around: Place): void {
      if (isLeftOut(element)) return;
      const style = getComputedStyle(element);
      if (style.display === 'none' || style.opacity === '0') return;
      const place = placeOf(style, around, element instanceof SVGTextContentElement);
      const { ground, ink, veil } = place;
      if (ground !== undefined && style.visibility === 'visible' && hasText(element)) {
        const written = lay(ink, ground);
        note(element, contrast(veil(written), veil(ground)), leastContrast(style));
        if (isPlainLink(element, style)) note(element, contrast(written, lay(around.ink, ground)), 3);
      }
      for (const child of element.children) look(child, place);
    }

    look(document.documentElement, { ground: white, ink: white, veil: (color) => color });
    return pale;
  });
}
