import { labelSchema } from '@mercury/contract/api/shapes.ts';
import { isWalletAddress } from '@mercury/contract/money/address.ts';

export type NameProblem = 'required' | 'invalid';
export type AddressProblem = 'required' | 'invalid';

/** By the contract's own rule for names that other texts will show. */
export function nameProblem(name: string): NameProblem | undefined {
  if (name.trim() === '') return 'required';
  return labelSchema.safeParse(name).success ? undefined : 'invalid';
}

export function addressProblem(address: string): AddressProblem | undefined {
  if (address.trim() === '') return 'required';
  return isWalletAddress(address.trim()) ? undefined : 'invalid';
}
