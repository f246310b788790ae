import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectPath, nextStep, onBrowserHistory } from '../test/browser-history.ts';
import { button } from '../test/fields.ts';
import { renderApp } from '../test/render-app.tsx';
import { Drawer, DrawerGroup, DrawerLink } from './drawer.tsx';

onBrowserHistory('/dashboard');

const drawer = () => page.getByRole('dialog', { name: 'Menu' });

async function openDrawer() {
  await renderApp(
    <Drawer label="Menu" heading="Mercury" trigger={<button type="button">Open</button>}>
      <DrawerGroup>
        <DrawerLink to="/about" icon={null}>
          About us
        </DrawerLink>
      </DrawerGroup>
    </Drawer>,
    { isInBrowser: true },
  );
  await button('Open').click();
  await expect.element(drawer()).toBeVisible();
}

it('closes on Back, which leads away from the page only after that', async () => {
  await openDrawer();
  history.back();
  await expect.element(drawer()).not.toBeInTheDocument();
  await expectPath('/dashboard');
  history.back();
  await expectPath('/below');
});

it('lets its link be followed, and Back leads to the page from there', async () => {
  await openDrawer();
  await page.getByRole('link', { name: 'About us' }).click();
  await expect.element(drawer()).not.toBeInTheDocument();
  await expectPath('/about');
  const stepped = nextStep();
  history.back();
  await stepped;
  await expectPath('/dashboard');
});
