import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../test/render-app.tsx';
import { Tabs } from './tabs.tsx';

const words = ['Избранные', 'Недавние', 'Все'] as const;

function Row({ width, labels = words }: { width: number; labels?: readonly string[] }) {
  const tabs = labels.map((label) => ({ value: label, label }));
  return (
    <div style={{ inlineSize: width }}>
      <Tabs label="Kinds" tabs={tabs} value={labels[0] ?? ''} onChange={() => undefined}>
        <p>Shown</p>
      </Tabs>
    </div>
  );
}

const widths = () =>
  page
    .getByRole('tab')
    .elements()
    .map((tab) => tab.getBoundingClientRect().width);

it('gives a long word the room that a short one has left', async () => {
  await renderApp(<Row width={240} />);
  for (const tab of page.getByRole('tab').elements())
    expect(tab.scrollWidth).toBeLessThanOrEqual(tab.clientWidth);
});

it('makes tabs alike where there is room', async () => {
  await renderApp(<Row width={420} />);
  const [first = 0, ...others] = widths();
  expect(first).toBeGreaterThan(100);
  for (const width of others) expect(width).toBeCloseTo(first, 0);
});
