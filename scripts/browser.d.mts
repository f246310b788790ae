/** The path of a Chromium that runs here, or undefined. */
export function findBrowser(root: string): string | undefined;
