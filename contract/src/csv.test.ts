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

  test('quotes what holds a comma, a quote or a line break', () => {
    expect(writeCsv([['a,b', 'say "hi"', 'two\nlines', 'plain']])).toBe(
      '\uFEFF"a,b","say ""hi""","two\nlines",plain\r\n',
    );
  });

  test('is read back as it was written, whatever it holds', () => {
    const record = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(record, { maxLength: 5 }), (records) => {
        const written = readCsv(writeCsv(records).slice(1));
        const defused = records.map((cells) =>
          cells.map((cell) => cell.replace(/^(?=[=+\-@\t\r\n＝＋－＠])/, "'")),
        );
        expect(written).toEqual(defused);
      }),
    );
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＠a'])(
    'defuses %j, which a spreadsheet would run',
    (cell) => {
      expect(readCsv(writeCsv([[cell]]).slice(1))).toEqual([[`'${cell}`]]);
    },
  );
});
