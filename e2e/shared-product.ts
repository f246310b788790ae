/** Where the browser, and the tests' own people and money, find the product. Worker processes inherit it. */
export const originVariable = 'MERCURY_E2E_ORIGIN';
export const databaseVariable = 'MERCURY_E2E_DATABASE';

/** What every product of a run seals secrets with, so that tests can put some in place. */
export const encryptionKey = 'e2'.repeat(32);

export interface ProductPlace {
  readonly origin: string;
  /** Of its database. */
  readonly connectionString: string;
}

/** From now on tests of this process speak to this product. */
export function useProduct({ origin, connectionString }: ProductPlace): void {
  process.env[originVariable] = origin;
  process.env[databaseVariable] = connectionString;
}

export function productOrigin(): string {
  return toldBySetUp(originVariable);
}

export function productDatabase(): string {
  return toldBySetUp(databaseVariable);
}

function toldBySetUp(variable: string): string {
  const value = process.env[variable];
  if (value === undefined) throw new Error('the global set-up starts the product before any test');
  return value;
}
