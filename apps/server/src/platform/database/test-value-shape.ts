/** What values of a column were seen: their kinds, the first different words and numbers, and what lists and objects hold. */
export type ValueShape = {
  readonly kinds: ('null' | 'string' | 'number' | 'boolean' | 'bigint' | 'date' | 'bytes' | 'list' | 'object')[]
  /** Different strings and numbers, as many as `valuesKept`: enough to find one that a union of literals lacks. */
  readonly values: (string | number)[]
  items?: ValueShape
  /** By key; a property that some object lacked is `missing`. */
  properties?: Record<string, ValueShape & { missing?: true }>
  /** How many lists and objects were looked into. */
  opened: number
}

const valuesKept = 24
const longestKept = 40
// Looking into every object of every row would cost more than the tests themselves.
const openedAtMost = 200
const propertiesKept = 80

export const emptyShape = (): ValueShape => ({ kinds: [], values: [], opened: 0 })

/** The kinds alone, without the values that showed them. */
export const withoutValues = ({ kinds, items }: ValueShape): ValueShape => ({
  kinds,
  values: [],
  opened: 0,
  ...(items !== undefined && { items: withoutValues(items) }),
})

const kindOf = (value: unknown): ValueShape['kinds'][number] | undefined => {
  if (value === null) return 'null'
  if (value instanceof Date) return 'date'
  if (value instanceof Uint8Array) return 'bytes'
  if (Array.isArray(value)) return 'list'
  const type = typeof value
  return type === 'undefined' || type === 'function' || type === 'symbol' ? undefined : type
}

const addProperties = (shape: ValueShape, object: object): void => {
  const isFirst = shape.properties === undefined
  const properties = (shape.properties ??= {})
  for (const [key, value] of Object.entries(object)) {
    let property = properties[key]
    if (property === undefined) {
      if (Object.keys(properties).length >= propertiesKept) continue
      property = properties[key] = { ...emptyShape(), ...(!isFirst && { missing: true }) }
    }
    addValue(property, value)
  }
  for (const [key, property] of Object.entries(properties)) if (!(key in object)) property.missing = true
}

/** Adds a value to what was seen; true where that was news. */
export const addValue = (shape: ValueShape, value: unknown): boolean => {
  const kind = kindOf(value)
  if (kind === undefined) return false
  let isNews = false
  if (!shape.kinds.includes(kind)) {
    shape.kinds.push(kind)
    isNews = true
  }
  if (typeof value === 'string' || typeof value === 'number') {
    const { values } = shape
    if (values.length >= valuesKept || (typeof value === 'string' && value.length > longestKept) || values.includes(value)) return isNews
    values.push(value)
    return true
  }
  if (typeof value !== 'object' || value === null || (kind !== 'list' && kind !== 'object') || shape.opened >= openedAtMost) return isNews
  shape.opened += 1
  if (!Array.isArray(value)) addProperties(shape, value)
  else for (const item of value) addValue((shape.items ??= emptyShape()), item)
  return true
}
