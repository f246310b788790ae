import { expect, it } from 'vitest';
import { textBlocks } from './text-blocks.ts';

it('makes a paragraph of each line', () => {
  expect(textBlocks('One.\nTwo.')).toEqual([
    { kind: 'paragraph', text: 'One.' },
    { kind: 'paragraph', text: 'Two.' },
  ]);
});

it('makes one list of bullets that follow each other, and another after a paragraph', () => {
  expect(textBlocks('• a\n• b\nThen:\n• c')).toEqual([
    { kind: 'list', items: ['a', 'b'] },
    { kind: 'paragraph', text: 'Then:' },
    { kind: 'list', items: ['c'] },
  ]);
});
