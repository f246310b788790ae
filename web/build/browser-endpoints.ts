import { type ESTree, type Plugin, Visitor } from 'vite';

/** What only the server and the tests read of an endpoint: the app trusts its compiler for calls, and the server for replies. */
const schemaParts: ReadonlySet<string> = new Set(['params', 'query', 'body', 'reply']);

interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Leaves the schemas of endpoints out of the app: every visit would load and build hundreds, and use none. The bundler then drops
 * whatever no form imports by its own name.
 */
export function browserEndpoints(): Plugin {
  return {
    name: 'mercury:browser-endpoints',
    apply: 'build',
    // TypeScript is JavaScript by then.
    enforce: 'post',
    transform: {
      filter: { id: /\/contract\/src\/api\/[\w-]+\.ts$/ },
      handler(code) {
        return { code: withoutSchemas(code, this.parse(code)), map: null };
      },
    },
  };
}

export function withoutSchemas(code: string, program: ESTree.Program): string {
  const edits: Edit[] = [];
  const isGone = (at: number) => edits.some(({ start, end }) => start <= at && at < end);
  const visitor = new Visitor({
    CallExpression({ start, callee, arguments: [first] }) {
      if (callee.type === 'Identifier' && callee.name === 'endpoint' && first?.type === 'ObjectExpression')
        edits.push(...first.properties.filter(isSchemaPart).map(withoutValue));
      // To the bundler a method has effects: it would keep schemas that nobody uses.
      if (isCheck(callee) && !isGone(start)) edits.push({ start, end: start, text: '/* @__PURE__ */ ' });
    },
  });
  visitor.visit(program);
  // From the end, so that the places before stay the same.
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: instead }) => text.slice(0, start) + instead + text.slice(end), code);
}

function isSchemaPart(part: ESTree.ObjectPropertyKind): part is ESTree.ObjectProperty {
  return part.type === 'Property' && part.key.type === 'Identifier' && schemaParts.has(part.key.name);
}

function withoutValue({ value: { start, end } }: ESTree.ObjectProperty): Edit {
  return { start, end, text: 'undefined' };
}

function isCheck(callee: ESTree.Expression): boolean {
  return (
    callee.type === 'MemberExpression' &&
    callee.property.type === 'Identifier' &&
    callee.property.name === 'check'
  );
}
