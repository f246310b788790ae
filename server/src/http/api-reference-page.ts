import type { OpenApiDocument, Operation } from './openapi.ts';

/** Plain HTML without script, under the same strict policy as everything else. */
export function apiReferencePage(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const byTag = Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? '');
  const sections = [...byTag].map(
    ([tag, group]) => `<section><h2>${escapeHtml(tag)}</h2>${group.map(operationHtml).join('')}</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(document.info.title)}</title>
<link rel="stylesheet" href="/docs/api.css">
</head>
<body>
<main>
<h1>${escapeHtml(document.info.title)} <small>${escapeHtml(document.info.version)}</small></h1>
<p>Base <code>/v1</code>. The same as a document for machines: <a href="/v1/openapi.json">/v1/openapi.json</a>.</p>
<p>The WebSocket <code>/v1/stream</code> (markets, one's own orders and money, commands) has a document of its own, in AsyncAPI: <a href="/v1/asyncapi.json">/v1/asyncapi.json</a>.</p>
${sections.join('\n')}
</main>
</body>
</html>
`;
}

function operationHtml(entry: { path: string; method: string; operation: Operation }): string {
  const { path, method, operation } = entry;
  const access = operation.security.length === 0 ? 'anyone' : 'with a session';
  const parts = [
    operation.parameters.length > 0 ? detailsHtml('Parameters', operation.parameters) : '',
    operation.requestBody === undefined ? '' : detailsHtml('Body', operation.requestBody),
    detailsHtml('Replies', operation.responses),
  ];
  return `<article id="${escapeHtml(operation.operationId)}">
<h3><code>${method} ${escapeHtml(path)}</code></h3>
<p>${escapeHtml(operation.summary)} <em>${access}</em></p>
${parts.join('')}
</article>`;
}

function detailsHtml(title: string, content: unknown): string {
  return `<details><summary>${title}</summary><pre>${escapeHtml(JSON.stringify(content, null, 2))}</pre></details>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

export const apiReferenceStyle = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; }
main { max-inline-size: 60rem; margin-inline: auto; padding: 2rem 1rem; }
h1 small { font-weight: normal; opacity: 0.6; }
h2 { margin-block-start: 3rem; text-transform: capitalize; }
article { border-block-start: 1px solid color-mix(in srgb, currentcolor 15%, transparent); padding-block: 1rem; }
h3 { margin: 0; font-size: 1rem; }
p { margin-block: 0.25rem; }
em { opacity: 0.6; }
summary { cursor: pointer; }
pre { overflow-x: auto; font-size: 0.8125rem; }
`;
