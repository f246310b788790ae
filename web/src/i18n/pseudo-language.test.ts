import { describe, expect, it } from 'vitest';
import { pseudoText, pseudoTree } from './pseudo-language.ts';

describe('the pseudo-language', () => {
  it('leaves no letter as it was', () => {
    const plain = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz';
    expect(pseudoText(plain)).not.toMatch(/[A-Za-z]/);
  });

  it('makes a text at least 35 % longer', () => {
    for (const text of ['Add', 'Top up', 'Nothing leaves your wallet without your code.']) {
      expect(pseudoText(text).length).toBeGreaterThanOrEqual(text.length * 1.35);
    }
  });

  it('does not touch what is filled in', () => {
    expect(pseudoText('Hello, {{name}}')).toContain('{{name}}');
    expect(pseudoText('Read <1>the terms</1>')).toMatch(/<1>.+<\/1>/);
  });

  it('reaches every text of a tree', () => {
    const tree = pseudoTree({ nav: { home: 'Home' }, title: 'Title' });
    expect(JSON.stringify(Object.values(tree))).not.toContain('Home');
    expect(tree).toEqual({ nav: { home: pseudoText('Home') }, title: pseudoText('Title') });
  });
});
