/** Where the global set-up tells the workers which address the product serves. */
export const originVariable = 'MERCURY_E2E_ORIGIN';

export function productOrigin(): string {
  const origin = process.env[originVariable];
  if (origin === undefined) throw new Error('the global set-up starts the product before any test');
  return origin;
}
