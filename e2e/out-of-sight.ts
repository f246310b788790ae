import type { Page } from '@playwright/test';

/**
 * What stands out of the screen sideways, and by how many pixels. The shell clips what is too wide, so the width of the document
 * says nothing. Left out is what a box of its own cuts short or scrolls on purpose, and what is there for screen readers only.
 */
export function outOfSight(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;

    /** Layouts end at parts of a pixel. */
    function excess({ left, right }: { left: number; right: number }): number {
      return Math.max(0, Math.floor(-left), Math.floor(right - width));
    }

    /** A text that can't break runs out of its box. */
    function excessOfTexts(element: Element): number {
      const range = document.createRange();
      const excesses = [...element.childNodes].map((node) => {
        if (!(node instanceof Text) || node.data.trim() === '') return 0;
        range.selectNode(node);
        return excess(range.getBoundingClientRect());
      });
      return Math.max(0, ...excesses);
    }

    /** What scrolls up and down is not meant to scroll sideways as well. */
    function cutsOnPurpose(box: Element): boolean {
      const { overflowX, overflowY } = getComputedStyle(box);
      const scrollsDown = /auto|scroll/.test(overflowY);
      return overflowX !== 'visible' && !scrollsDown && box.querySelector('main') === null;
    }

    function isCutWithin(box: Element | null): boolean {
      return box !== null && (cutsOnPurpose(box) || isCutWithin(box.parentElement));
    }

    /** A drawing that says nothing may run over the edge. */
    function isForEyes(element: Element): boolean {
      const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      const drawing = element.closest('svg')?.closest('[aria-hidden="true"]') ?? null;
      return isShown && drawing === null && element.closest('.visually-hidden') === null;
    }

    function nameOf(element: Element): string {
      const classes = (element.getAttribute('class') ?? '').trim().replaceAll(/\s+/g, '.');
      const text = element.textContent.trim().slice(0, 40);
      return `${element.localName}${classes === '' ? '' : `.${classes}`} "${text}"`;
    }

    function findOutside(): readonly string[] {
      const outside = [...document.body.querySelectorAll('*')].flatMap((element) => {
        const box = element.getBoundingClientRect();
        if (box.width === 0 || box.height === 0) return [];
        const ofBox = excess(box);
        const ofTexts = excessOfTexts(element);
        if (ofBox + ofTexts === 0 || !isForEyes(element)) return [];
        const isCut = isCutWithin(ofBox > 0 ? element.parentElement : element);
        return isCut ? [] : [{ element, pixels: Math.max(ofBox, ofTexts) }];
      });
      const found = new Set(outside.map(({ element }) => element));
      // The outermost of them: what is within it stands out for its sake.
      return outside.flatMap(({ element, pixels }) => {
        const parent = element.parentElement;
        return parent !== null && found.has(parent) ? [] : [`${nameOf(element)}: ${pixels} px`];
      });
    }

    return findOutside();
  });
}
