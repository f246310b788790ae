import { expect, it } from 'vitest';
import { renderApp } from '../test/render-app.tsx';
import { expectListenersRemoved } from '../test/window-listeners.ts';
import { PrintSheet } from './print-sheet.tsx';

it('what is printed stands in the page from the moment that the browser begins until it is done', async () => {
  await renderApp(<PrintSheet>Receipt</PrintSheet>);
  dispatchEvent(new Event('beforeprint'));
  expect(document.querySelector('[data-print-sheet]')?.textContent).toBe('Receipt');
  dispatchEvent(new Event('afterprint'));
  await expect.poll(() => document.querySelector('[data-print-sheet]')).toBeNull();
});

it('what is printed leaves no listener behind', () =>
  expectListenersRemoved(<PrintSheet>Receipt</PrintSheet>, ['beforeprint', 'afterprint']));
