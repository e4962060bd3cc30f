const minuteMs = 60_000
const hourMs = 60 * minuteMs

const leadMs = 30 * minuteMs
const trailMs = 10 * minuteMs
/** What people did so long after the end still belongs to the chart; a note of the next day does not. */
const aftermathMs = 2 * hourMs
/** Of an episode of days the chart shows the beginning. */
const longestMs = 12 * hourMs

type EpisodeTimes = {
  readonly startedAt: Date
  readonly endedAt: Date | null
  readonly events: readonly { readonly at: Date }[]
  readonly now: Date
}

/** The stretch of time whose readings show an episode: half an hour before it until shortly after what was done about it. */
export const windowAround = ({ startedAt, endedAt, events, now }: EpisodeTimes): { from: Date; to: Date } => {
  const start = startedAt.getTime()
  const end = events.reduce(
    (last, { at }) => (at.getTime() > last && at.getTime() <= last + aftermathMs ? at.getTime() : last),
    Math.max(start, (endedAt ?? now).getTime()),
  )
  // While it continues, nothing can have been measured after now.
  const to = Math.min(end + trailMs, start + longestMs, Math.max(now.getTime(), start + trailMs))
  return { from: new Date(start - leadMs), to: new Date(to) }
}
