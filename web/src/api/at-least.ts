/** Settles as the work does, but never sooner: a step that flashes by leaves doubt whether anything happened. */
export async function atLeast<Result>(durationMs: number, work: Promise<Result>): Promise<Result> {
  const rest = new Promise<void>((resolve) => {
    setTimeout(resolve, durationMs);
  });
  // Both are waited for in any case, so that a refusal takes its time too.
  await Promise.allSettled([work, rest]);
  return work;
}
