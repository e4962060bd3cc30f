/** What changed, in the order in which the changes of one moment are sent. */
export const changeNames = ['display', 'map', 'alert', 'condition', 'place', 'belt', 'device'] as const
export type ChangeName = (typeof changeNames)[number]

/** The events of the stream: changes, and what is said of the stream itself. */
export const liveNames = [...changeNames, 'reset', 'away', 'ping'] as const
export type LiveName = (typeof liveNames)[number]
