import type { MappedField } from '@mimamori/contract/connection-mapping'
import { readingNumbers } from '@mimamori/contract/ingest'
import { labelOf } from '@mimamori/contract/labels'
import { clockWithSeconds } from '../platform/japan-time.ts'
import type { Source } from './mapping-draft.ts'
import { isWithin, type Json } from './message-lines.ts'

/** What a field of ours is called. */
export const fieldName = (field: MappedField): string => labelOf('reading', field) ?? field

type NumberRule = { readonly max: number; readonly whole?: true; readonly unit?: string }
const rules = new Map<string, NumberRule>(Object.entries(readingNumbers))

/** The unit of a field of ours, or the highest of its grades: ℃, ／5; nothing where it has none. */
export const unitOf = (field: MappedField): string => {
  const { max = 1, whole = false, unit = '' } = rules.get(field) ?? {}
  return whole && max > 1 ? `／${max}` : unit
}

const timeInWords = (value: string): string => {
  const at = Date.parse(value)
  return Number.isNaN(at) ? value : clockWithSeconds(at)
}

/** What a reading would hold, as people read it. */
export const resultInWords = (field: MappedField, result: Source['value']): string => {
  if (field === 'at' && typeof result === 'string') return timeInWords(result)
  if (typeof result === 'boolean') return result ? 'あり' : 'なし'
  return String(result)
}

const longest = 10

/** A value of the message in the room of a column: its end, which distinguishes numbers of devices. */
export const valueInWords = (value: Source['value']): string => {
  const text = String(value)
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return timeInWords(text)
  return text.length > longest ? `…${text.slice(4 - longest)}` : text
}

/** So many of what nothing reads are named. */
export const mostUnread = 12

/**
 * What of a message nothing reads, by name: each value that the device measured, and of the rest only the parts.
 * @param unread what the device measured, as a mapping would name it
 * @param read paths in the whole message that are read, or hold what is: a part with one of them is not named
 */
export const unreadNames = (unread: readonly string[], message: Json, read: readonly string[]): string[] => {
  const parts = typeof message === 'object' && message !== null ? Object.keys(message) : []
  return [...unread, ...parts.filter((part) => !read.some((path) => isWithin(path, part)))]
}
