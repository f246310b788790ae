/** The path of a Chromium that runs here, or undefined. `isFull`: the one that people use, for what measures it. */
export function findBrowser(root: string, options?: { isFull?: boolean }): string | undefined;
