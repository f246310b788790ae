/** Names of the product and its coin. An operator renames them only here. */
export const productName = 'Mercury';

/** Placeholder for the site's address in prerendered pages. The name is reserved, so it is never a real address. */
export const unknownOrigin = 'https://origin.invalid';

/** The ticker of the product's own coin. Its ledger asset, address prefix and price setting derive from it. */
export const coinCode = 'MRCY';
