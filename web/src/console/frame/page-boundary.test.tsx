import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Link, Route, Routes } from 'react-router';
import { loadTextsOf } from '../../i18n/i18n.ts';
import { renderApp } from '../../test/render-app.tsx';
import { PageBoundary } from './page-boundary.tsx';

function Broken(): never {
  throw new Error('a bug');
}

it('a page that fails says so, and leaves the others', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await loadTextsOf('console');
  await renderApp(
    <>
      <Link to="/console/whole">Another</Link>
      <PageBoundary>
        <Routes>
          <Route path="/console/broken" element={<Broken />} />
          <Route path="/console/whole" element={<p>All well</p>} />
        </Routes>
      </PageBoundary>
    </>,
    { at: '/console/broken' },
  );
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Something went wrong/);
  await page.getByRole('link', { name: 'Another' }).click();
  await expect.element(page.getByText('All well')).toBeVisible();
});
