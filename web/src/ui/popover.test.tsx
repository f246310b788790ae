import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectPath, onBrowserHistory } from '../test/browser-history.ts';
import { button } from '../test/fields.ts';
import { renderApp } from '../test/render-app.tsx';
import { Popover } from './popover.tsx';

onBrowserHistory('/dashboard');

function Sample() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      title="News"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={<button type="button">Open</button>}
    >
      <button type="button">Read</button>
    </Popover>
  );
}

it('closes on Back, which leads away from the page only after that', async () => {
  await renderApp(<Sample />, { isInBrowser: true });
  await button('Open').click();
  const popover = page.getByRole('dialog', { name: 'News' });
  await expect.element(popover).toBeVisible();
  history.back();
  await expect.element(popover).not.toBeInTheDocument();
  await expectPath('/dashboard');
  history.back();
  await expectPath('/below');
});
