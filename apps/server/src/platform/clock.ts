/** Returns the current time. The only dependency that tests replace. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()
