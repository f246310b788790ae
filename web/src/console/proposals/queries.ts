/** Of every question about proposals. */
export const proposalsKey = ['proposals'] as const;
