import { consoleMutations } from './console.ts';
import { contractMutations } from './contract.ts';
import type { Mutation } from './mutation.ts';
import { serverBaseMutations } from './server-base.ts';
import { serverFeatureMutations } from './server-features.ts';
import { serverOrderMutations } from './server-orders.ts';
import { webMutations } from './web.ts';

/** Chosen by reading the product alone, never its tests: whoever adds one does the same. */
export const mutations: readonly Mutation[] = [
  ...consoleMutations,
  ...contractMutations,
  ...serverBaseMutations,
  ...serverFeatureMutations,
  ...serverOrderMutations,
  ...webMutations,
];
