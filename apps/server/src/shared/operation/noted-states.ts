// When what the job of 稼働状況 has noted counts (decisions/0182-says-it-rightly.md).
const secondMs = 1_000

/** The job that notes the states of the parts, each half minute. */
export const watchingJob = 'operation'
/** What needs a hand for less is shown as to be looked at: after a start what is outside is connected within seconds. */
export const shownMs = 60 * secondMs
/** Where no turn of the job ended for so long nobody looks, and what was noted says nothing any more. */
export const unwatchedMs = 210 * secondMs
