/** The keys of an object that has no others than its type names. */
export const keysOf = <Of extends object>(object: Of): (keyof Of & string)[] => Object.keys(object) as (keyof Of & string)[]

/** Whether a value is one of a list, whose items may be of a narrower type than the value. */
export const isAmong = <Item>(items: readonly Item[], value: unknown): value is Item => items.some((item) => item === value)
