/** Tells the time. The only thing that tests replace. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()
