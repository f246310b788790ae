import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectPath, onBrowserHistory } from '../test/browser-history.ts';
import { button } from '../test/fields.ts';
import { renderApp } from '../test/render-app.tsx';
import { Menu, MenuLink } from './menu.tsx';

onBrowserHistory('/dashboard');

const menu = () => page.getByRole('menu');

async function open() {
  await renderApp(
    <Menu trigger={<button type="button">Open</button>}>
      <MenuLink to="/elsewhere">Elsewhere</MenuLink>
    </Menu>,
    { isInBrowser: true },
  );
  await button('Open').click();
  await expect.element(menu()).toBeVisible();
}

it('closes on Back, which leads away from the page only after that', async () => {
  await open();
  history.back();
  await expect.element(menu()).not.toBeInTheDocument();
  await expectPath('/dashboard');
  await expect.element(button('Open')).toHaveFocus();
  history.back();
  await expectPath('/below');
});

it('lets its link be followed, and Back leads to the page from there', async () => {
  await open();
  await page.getByRole('menuitem', { name: 'Elsewhere' }).click();
  await expectPath('/elsewhere');
  await expect.element(menu()).not.toBeInTheDocument();
  history.back();
  await expectPath('/dashboard');
});
