import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plant } from '../planted-bug.ts';
import { mutations } from './list.ts';
import { roomOf, rooms } from './mutation.ts';

const root = join(import.meta.dirname, '../..');

describe('the list of mutations', () => {
  it('has at least eighty, each under its own id and in a file of its own', () => {
    expect(mutations.length).toBeGreaterThanOrEqual(80);
    expect(new Set(mutations.map(({ id }) => id)).size).toBe(mutations.length);
    expect(new Set(mutations.map(({ file }) => file)).size).toBe(mutations.length);
  });

  it('reaches every room', () => {
    expect(new Set(mutations.map(roomOf))).toEqual(new Set(rooms));
  });

  it.each(mutations)('plants $id where its text stands exactly once, and changes something', (mutation) => {
    const source = readFileSync(join(root, mutation.file), 'utf8');
    expect(plant(mutation, source)).not.toBe(source);
  });
});
