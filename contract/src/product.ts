/** What the product and its coin are called. An operator who renames either changes it here and nowhere else. */
export const productName = 'Mercury';

/** The ticker of the product's own coin. Its ledger asset, address prefix and price setting follow from it. */
export const coinCode = 'MRCY';
