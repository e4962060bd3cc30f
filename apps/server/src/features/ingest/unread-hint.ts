import type { ReadingKind } from '@mimamori/contract'
import { allFields, fieldsOf } from './reading-fields.ts'
import { LatestEntries } from './row-cache/latest-entries.ts'

/** A name as people spell it in different systems: `heart_rate`, `Heart-Rate`. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** How many letters differ: left out, added, replaced, or two beside each other swapped. */
const distance = (one: string, other: string): number => {
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1
      const isSwapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + cost,
        isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    ;[before, last] = [last, current]
  }
  return last[other.length] ?? 0
}

const nearest = (name: string, fields: Iterable<string>): string | null => {
  let [best, least] = [null as string | null, Number.POSITIVE_INFINITY]
  for (const field of fields) {
    const known = plain(field)
    const longer = Math.max(known.length, name.length)
    // Of a short name a single letter may be all that tells it from another.
    if (Math.abs(known.length - name.length) > 2 || longer > 20) continue
    const differs = distance(name, known)
    if (differs <= Math.min(2, Math.floor(longer / 4)) && differs < least) [best, least] = [field, differs]
  }
  return best
}

type Hint = { readonly key: string; readonly hint: string | null }
// A sender repeats its fields in each reading, and may make names up.
const known = new LatestEntries<string, Hint>(({ key }) => key, 2_000)

const findHint = (kind: ReadingKind | null, field: string): string | null => {
  if (allFields.has(field)) return null
  const name = plain(field)
  return (kind === null ? null : nearest(name, fieldsOf[kind])) ?? nearest(name, allFields)
}

/**
 * The field that seems to be meant by one that readings of the kind do not have: the nearest by spelling, else one of another kind.
 * Null where none is alike, and for what is a field of another kind by its very name.
 * @param kind null where it could not be read
 */
export const hintFor = (kind: ReadingKind | null, field: string): string | null => {
  const key = `${kind}/${field}`
  const entry = known.get(key)
  if (entry !== undefined) return entry.hint
  const hint = findHint(kind, field)
  known.set([{ key, hint }])
  return hint
}
