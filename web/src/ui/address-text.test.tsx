import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../test/render-app.tsx';
import { AddressText } from './address-text.tsx';
import { Detail, DetailList } from './detail-list.tsx';

/** How many characters stand on the last line. */
function lastLineLength(text: Text): number {
  const topOf = (index: number) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + 1);
    return range.getBoundingClientRect().top;
  };
  const lastTop = topOf(text.length - 1);
  let first = text.length - 1;
  while (first > 0 && topOf(first - 1) === lastTop) first -= 1;
  return text.length - first;
}

function textOf(container: Element): Text {
  const text = document.createTreeWalker(container, NodeFilter.SHOW_TEXT).nextNode();
  if (!(text instanceof Text)) throw new Error('there is no text');
  return text;
}

// As long as addresses of the chains, of accounts, and transaction hashes are.
it.each([34, 42, 44, 48, 62, 63, 64, 66])(
  'an address of %i characters leaves no few of them alone on its last line, in whatever room',
  async (length) => {
    const address = `mrcy1${'q8x2'.repeat(20)}`.slice(0, length);
    await renderApp(
      <div data-testid="room">
        <AddressText address={address} isWhole />
        <DetailList>
          <Detail label="To">
            <AddressText address={address} isWhole />
          </Detail>
        </DetailList>
      </div>,
    );
    const room = page.getByTestId('room').element();
    if (!(room instanceof HTMLElement)) throw new Error('there is no room');
    const texts = page.getByText(address).elements().map(textOf);
    expect(texts).toHaveLength(2);
    // What a dialog leaves of a screen 320 pixels wide, up to a wide card.
    for (let width = 220; width <= 640; width += 4) {
      room.style.inlineSize = `${width}px`;
      for (const text of texts) expect(lastLineLength(text), `at ${width} pixels`).toBeGreaterThan(3);
    }
  },
);
