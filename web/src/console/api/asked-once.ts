/**
 * For what the audit log notes as looked at: asked for when the page opens and after an act, not whenever the window gets the
 * focus. Coming back is another look.
 */
export const askedOnce = {
  staleTime: Infinity,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;
