/** A span of time, both ends included, epoch ms. */
export type Span = { readonly from: number; readonly to: number }

/** The least spans that hold some time before and after each instant (epoch ms), in time order, none touching another. */
export const spansAround = (instants: readonly number[], { beforeMs, afterMs }: { beforeMs: number; afterMs: number }): Span[] => {
  const spans: { from: number; to: number }[] = []
  for (const instant of instants.toSorted((one, other) => one - other)) {
    const last = spans.at(-1)
    if (last !== undefined && instant - beforeMs <= last.to) last.to = instant + afterMs
    else spans.push({ from: instant - beforeMs, to: instant + afterMs })
  }
  return spans
}
