import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Photograph } from './camera.ts';

const style = `
  body { margin: 24px; background: #8a94a1; font: 14px/1.4 system-ui, sans-serif; }
  nav { display: flex; flex-wrap: wrap; gap: 4px 16px; margin-block-end: 24px; }
  a { color: inherit; }
  section { display: flex; flex-wrap: wrap; gap: 16px; align-items: start; margin-block-end: 32px; }
  h2 { flex: 100%; margin: 0; font-size: 16px; }
  img { display: block; block-size: 420px; max-inline-size: 640px; object-fit: cover; object-position: top; }
`;

/** One page a language, with all the pictures of a screen beside each other, and a page that leads to them. */
export async function writeContactSheets(
  folder: string,
  photographs: readonly Photograph[],
): Promise<string> {
  const languages = [...new Set(photographs.map(({ language }) => language))];
  for (const language of languages) {
    const own = photographs.filter((photograph) => photograph.language === language);
    await writeFile(join(folder, `${language}.html`), sheetHtml(language, own));
  }
  const index = join(folder, 'index.html');
  const links = languages.map((language) => `<a href="${language}.html">${language}</a>`).join('');
  await writeFile(index, documentHtml('Photographs', `<nav>${links}</nav>`));
  return index;
}

function sheetHtml(language: string, photographs: readonly Photograph[]): string {
  const screens = [...new Set(photographs.map(({ screen }) => screen))];
  const links = screens.map((screen) => `<a href="#${anchorOf(screen)}">${screen}</a>`).join('');
  const sections = screens.map((screen) => {
    const pictures = photographs.filter((photograph) => photograph.screen === screen).map(pictureHtml);
    return `<section id="${anchorOf(screen)}"><h2>${screen}</h2>${pictures.join('')}</section>`;
  });
  return documentHtml(`Photographs, ${language}`, `<nav>${links}</nav>${sections.join('')}`);
}

function pictureHtml({ screen, width, theme, file }: Photograph): string {
  const title = `${screen}, ${width} px, ${theme}`;
  return `<a href="${file}" title="${title}"><img loading="lazy" src="${file}" alt="${title}"></a>`;
}

function anchorOf(screen: string): string {
  return screen.replaceAll(/[^a-z]+/g, '-');
}

function documentHtml(title: string, body: string): string {
  return `<!doctype html><meta charset="utf-8"><title>${title}</title><style>${style}</style>${body}`;
}
