/** The search of a path as plain text values, a list where a name repeats: what other systems link to, and read. */
export type Search = Record<string, string | string[]>

/** Reads a query string. */
export const parseSearch = (text: string): Search => {
  const parameters = new URLSearchParams(text)
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((key) => {
      const values = parameters.getAll(key)
      return [key, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}

/** Writes a query string; what is empty is left out. */
export const writeSearch = (search: Record<string, unknown>): string => {
  const parameters = new URLSearchParams()
  for (const [key, value] of Object.entries(search))
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined && item !== null && item !== '') parameters.append(key, String(item))
  return parameters.size > 0 ? `?${parameters}` : ''
}
