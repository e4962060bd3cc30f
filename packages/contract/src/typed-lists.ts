/** The keys of an object that has no others than its type names. */
export const keysOf = <Of extends object>(object: Of): (keyof Of & string)[] => Object.keys(object) as (keyof Of & string)[]

/** A record with a value for each of the names. */
export const recordOf = <const Name extends string, Value>(names: readonly Name[], valueOf: (name: Name) => Value): Record<Name, Value> =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>

/** The item at an index that the list has. @throws RangeError where it has none */
export const itemAt = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index]
  if (item === undefined) throw new RangeError(`a list of ${items.length} has no item ${index}`)
  return item
}

/** Whether a value is one of a list, whose items may be of a narrower type than the value. */
export const isAmong = <Item>(items: readonly Item[], value: unknown): value is Item => items.some((item) => item === value)
