import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeCsv } from './csv.ts';

/** Reads CSV as RFC 4180 says, by a grammar that has nothing in common with how ours is written. */
function readCsv(text: string): string[][] {
  const records: string[][] = [];
  let cells: string[] = [];
  const token = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  while (token.lastIndex < text.length) {
    const match = token.exec(text);
    if (match === null) throw new Error('this is no CSV');
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === '\r\n') {
      records.push(cells);
      cells = [];
    }
  }
  return records;
}

describe('CSV', () => {
  test('starts with a byte order mark and ends every record with CRLF', () => {
    expect(writeCsv([['a', 'b'], ['c']])).toBe('\uFEFFa,b\r\nc\r\n');
  });

  test('quotes what holds a quote, a line break, or what separates cells anywhere', () => {
    expect(writeCsv([['a,b', 'say "hi"', 'two\nlines', 'a;b', 'a\tb', 'plain']])).toBe(
      '\uFEFF"a,b","say ""hi""","two\nlines","a;b","a\tb",plain\r\n',
    );
  });

  test('is read back as it was written, whatever it holds', () => {
    const record = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(record, { maxLength: 5 }), (records) => {
        const written = readCsv(writeCsv(records).slice(1));
        const defused = records.map((cells) =>
          cells.map((cell) => cell.replace(/^(?=[\t\r\n])|(?<=^|[,;|\t\r\n])(?="*[=+\-@＝＋－＠])/g, "'")),
        );
        expect(written).toEqual(defused);
      }),
    );
  });

  // Where semicolons or tabs separate, quotes amid a line are text, and a line break ends the record.
  test.each([';', '\t', ',', '|'])(
    'begins no cell with a formula for whoever separates by %j',
    (separator) => {
      const text = fc.string({ unit: fc.constantFrom(...Array.from('=+-@＝＋－＠;\t,|"\r\n a')) });
      fc.assert(
        fc.property(text, text, (one, other) => {
          const cells = writeCsv([['first', one, other]])
            .slice(1)
            .split(new RegExp(`[${separator}\r\n]`))
            .map((cell) => cell.replace(/^"+/, ''));
          expect(cells.filter((cell) => /^[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
        }),
      );
    },
  );

  test.each([';', ',', '|', '\n', '\r', '\t'])('defuses a formula after %j', (separator) => {
    expect(readCsv(writeCsv([[`a${separator}=1`]]).slice(1))).toEqual([[`a${separator}'=1`]]);
    expect(readCsv(writeCsv([[`a${separator}"＝1"`]]).slice(1))).toEqual([[`a${separator}'"＝1"`]]);
  });

  test.each([';', ',', '|', '\n', '\r', '\t'])(
    'defuses a formula behind several quotes after %j',
    (separator) => {
      expect(readCsv(writeCsv([[`a${separator}"""=1`]]).slice(1))).toEqual([[`a${separator}'"""=1`]]);
    },
  );

  test('leaves what begins no cell as it was', () => {
    const note = 'a=b, c - d; e @ f';
    expect(readCsv(writeCsv([[note]]).slice(1))).toEqual([[note]]);
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1+1', '＠a'])(
    'defuses %j, which a spreadsheet would run',
    (cell) => {
      expect(readCsv(writeCsv([[cell]]).slice(1))).toEqual([[`'${cell}`]]);
    },
  );

  test('leaves a number of ours below zero a number, and takes nothing else for one', () => {
    expect(writeCsv([['-0.5', { decimal: '-0.5' }, { decimal: '12' }]])).toBe("\uFEFF'-0.5,-0.5,12\r\n");
    for (const decimal of ['-1+1', '=1', '', '1,2', '-1\n'])
      expect(() => writeCsv([[{ decimal }]])).toThrow('this is no decimal');
  });
});
