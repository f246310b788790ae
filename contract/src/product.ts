/** What the product and its coin are called. An operator who renames either changes it here and nowhere else. */
export const productName = 'Mercury';

/** Stands for the site's own address in what is rendered before that is known. Reserved, so that it never is one. */
export const unknownOrigin = 'https://origin.invalid';

/** The ticker of the product's own coin. Its ledger asset, address prefix and price setting follow from it. */
export const coinCode = 'MRCY';
