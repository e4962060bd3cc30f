/** Any JSON object of a message. */
export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a step of a path leads to; undefined where there is nothing of that name. Inherited names are nothing. */
const stepInto = (value: unknown, step: string): unknown => {
  if (Array.isArray(value)) return /^\d{1,4}$/.test(step) ? (value[Number(step)] as unknown) : undefined
  return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined
}

/** What lies at a path of names and list numbers by dots; undefined where there is nothing. */
export const valueAt = (value: unknown, path: string): unknown => path.split('.').reduce(stepInto, value)

/** Whether there is a value of that name at a path, null among them. */
export const isThere = (value: unknown, path: string): boolean => valueAt(value, path) !== undefined

/** What would hold the value at a path: `temperature` of `temperature.value`; the whole for a single name. */
export const holderOf = (value: unknown, path: string): unknown => {
  const end = path.lastIndexOf('.')
  return end < 0 ? value : valueAt(value, path.slice(0, end))
}

const mostDepth = 16

/** The paths of all single values in a message, with the values, at most so many. */
export const leavesOf = (value: unknown, most: number): [path: string, value: unknown][] => {
  const leaves: [string, unknown][] = []
  const walk = (part: unknown, path: string, depth: number): void => {
    if (leaves.length >= most || depth > mostDepth) return
    if (typeof part !== 'object' || part === null) leaves.push([path, part])
    else for (const [name, item] of Object.entries(part)) walk(item, path === '' ? name : `${path}.${name}`, depth + 1)
  }
  walk(value, '', 0)
  return leaves
}
