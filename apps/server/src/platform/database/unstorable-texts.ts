import type { z } from 'zod'

// For a request full of them only the first ones are listed: naming the place of each takes the longer the deeper it lies.
const mostListed = 100

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

/** A text, list or object of a request, and its place: its key within what surrounds it. */
type Place = { readonly value: unknown; readonly key?: string | number; readonly within?: Place }

const pathOf = (place: Place): (string | number)[] => {
  const path: (string | number)[] = []
  for (let at: Place | undefined = place; at !== undefined; at = at.within) if (at.key !== undefined) path.push(at.key)
  return path.toReversed()
}

const isWorthALook = (value: unknown) => (typeof value === 'string' ? !isStorable(value) : typeof value === 'object' && value !== null)

/**
 * The texts of a request that no column can hold as they are: with NUL, or with half of a character that was cut in two.
 * One rule for all fields: a text column would keep the half as �, and a JSON column refuse the whole request.
 */
export const unstorableTexts = (given: unknown): z.core.$ZodIssueCustom[] => {
  const issues: z.core.$ZodIssueCustom[] = []
  // A list that grows instead of a call within a call: a body may be nested deeper than the stack.
  const places: Place[] = isWorthALook(given) ? [{ value: given }] : []
  for (const within of places) {
    if (issues.length === mostListed) break
    const { value } = within
    if (typeof value === 'string') {
      issues.push({ code: 'custom', path: pathOf(within), message: '', params: { rule: 'characters' } })
      continue
    }
    const items: Iterable<[string | number, unknown]> = Array.isArray(value) ? value.entries() : Object.entries(value ?? {})
    for (const [key, item] of items) if (isWorthALook(item)) places.push({ value: item, key, within })
  }
  return issues
}
