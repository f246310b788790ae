import { vi } from 'vitest';

/** Stands for whoever a component tells something. */
export const listener = () => vi.fn<(...words: unknown[]) => void>();
