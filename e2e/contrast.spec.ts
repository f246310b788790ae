import { onlyColors, violationsOn } from './accessible.ts';
import { paleTexts } from './contrast.ts';
import { expect, test } from './test.ts';

const pale = [
  '<p style="color: #949494">grey</p>',
  '<p style="color: rgb(0 0 0 / 0.4)">half transparent ink</p>',
  '<div style="opacity: 0.4"><p>half transparent box</p></div>',
  '<div style="background: #000"><div style="background: #8888"><p style="color: #888">veiled ground</p></div></div>',
  '<div style="background: #000; opacity: 0.5"><p style="color: #fff">white on half a black</p></div>',
  '<p style="color: oklch(0.75 0.1 250)">another notation</p>',
  '<p style="color: #777; background: color-mix(in srgb, #fff, #ccc)">a mixture</p>',
  '<p style="font-size: 24px; color: #999">large</p>',
  '<p style="font-size: 18px; font-weight: 700; color: #949494">bold but small</p>',
  '<p style="color: #222">Words <a href="/" style="color: #333; text-decoration: none">link</a> words</p>',
  '<label>Name <input value="typed" style="color: #aaa; background: #fff"></label>',
  '<p aria-hidden="true" style="color: #ccc">ornament</p>',
];

const fine = [
  '<div inert><p style="color: #ccc">behind a dialog</p></div>',
  '<p style="color: #767676">dark grey</p>',
  '<p style="font-size: 24px; color: #949494">large and grey</p>',
  '<p style="font-size: 19px; font-weight: 700; color: #949494">bold and grey</p>',
  '<div style="background: #111"><p style="color: #eee">white on black</p></div>',
  '<p style="color: #222">Words <a href="/" style="color: #333">underlined</a> words</p>',
  '<button disabled style="color: #ccc; background: #fff">disabled</button>',
  '<label style="color: #ccc">of a disabled one <input disabled></label>',
  '<div aria-disabled="true" style="color: #ccc">said to be disabled</div>',
  '<p style="color: #eee; visibility: hidden">hidden</p>',
  '<p style="color: #eee; background-image: linear-gradient(#000, #fff)">on a picture</p>',
];

test('too pale is what axe finds too pale', async ({ page }) => {
  const ownOf = (text: string) => /"(.*)"/.exec(text)?.[1] ?? '';
  await page.setContent(`<html lang="en"><body><main>${[...pale, ...fine].join('')}</main></body></html>`);
  const byAxe = (await violationsOn(page, onlyColors)).flatMap(({ nodes }) => nodes.map(({ html }) => html));
  const names = (await paleTexts(page)).map(ownOf);
  expect(names).toHaveLength(pale.length);
  for (const name of names)
    expect(
      pale.filter((html) => html.includes(name)),
      name,
    ).toHaveLength(1);
  for (const name of names)
    expect(
      byAxe.filter((html) => html.includes(name)),
      name,
    ).toHaveLength(1);
  expect(byAxe).toHaveLength(pale.length);
});
