import { destinationSchema, labelSchema, memoSchema } from '@mercury/contract/api/shapes.ts';
import { assetCodes, type AssetCode } from '@mercury/contract/money/asset.ts';
import * as z from 'zod/mini';

/** What the form of a new address holds, as it was typed. */
export interface AddressEntry {
  currency: AssetCode;
  address: string;
  memo: string;
  label: string;
}

/** The contract's own rules, whose messages are keys that the interface has sentences for. */
export const addressEntrySchema = z.object({
  currency: z.enum(assetCodes),
  address: destinationSchema,
  memo: memoSchema,
  label: labelSchema,
});

const carriedSchema = z.object({ currency: z.enum(assetCodes), address: z.string(), memo: z.string() });

/** What a link to the address book carries in its history entry; nothing where it is anything else. */
export function carriedEntry(state: unknown): Partial<AddressEntry> | undefined {
  const read = carriedSchema.safeParse(state);
  return read.success ? read.data : undefined;
}
