import { readingNumbers, type ReadingKind } from '@mimamori/contract/ingest'
import type { readingLabels } from '@mimamori/contract/reading-labels'

/** The fields of each kind that a person tries out; others are written as JSON. */
export const triedFields = {
  vital: ['heartRate', 'battery', 'signal', 'gateway'],
  heat: ['wbgt', 'temperature', 'humidity', 'globe', 'battery'],
  belt: ['hook', 'pressure', 'battery', 'slaveBattery', 'gateway'],
  barometer: ['pressure', 'temperature', 'battery'],
  gateway: ['waveLevel', 'battery'],
} as const satisfies Record<ReadingKind, readonly (keyof typeof readingLabels)[]>
export type TriedField = (typeof triedFields)[ReadingKind][number]

/** What is typed for one reading, as it is typed. */
export type ReadingDraft = {
  readonly kind: ReadingKind
  readonly device: string
  readonly values: Readonly<Partial<Record<TriedField, string>>>
}

const rules: Readonly<Record<string, { readonly min: number; readonly max: number; readonly whole?: true; readonly unit?: string }>> =
  readingNumbers

/** The unit of a field, or the values it has; empty for a text. */
export const unitOf = (field: TriedField): string => {
  const rule = rules[field]
  if (rule === undefined) return ''
  return rule.unit ?? `${rule.min}〜${rule.max}`
}

// What is no number is sent as it is typed: what becomes of it is what one wants to know.
const asSent = (typed: string): string | number => (typed.trim() !== '' && Number.isFinite(Number(typed)) ? Number(typed) : typed)

/**
 * The reading that a sender would send; fields that are left blank are left out.
 * @param at when it is measured, ISO 8601 with an offset
 */
export const readingOf = ({ kind, device, values }: ReadingDraft, at: string): Readonly<Record<string, unknown>> => ({
  kind,
  device,
  at,
  ...Object.fromEntries(
    triedFields[kind].flatMap((field) => {
      const typed = values[field] ?? ''
      return typed === '' ? [] : [[field, field === 'gateway' ? typed : asSent(typed)]]
    }),
  ),
})

type Pasted = { readonly reading: unknown; readonly others: number } | { readonly fault: string }

/** The one reading of a pasted text: a reading, a list of them, or a message as it is sent. `others`: how many more there are. */
export const readPasted = (text: string): Pasted => {
  let pasted: unknown
  try {
    pasted = JSON.parse(text)
  } catch {
    return { fault: 'JSONとして読めません。かっこ、コンマ、引用符を確かめてください。' }
  }
  const inside = typeof pasted === 'object' && pasted !== null && 'readings' in pasted ? pasted.readings : pasted
  if (!Array.isArray(inside)) return { reading: inside, others: 0 }
  if (inside.length === 0) return { fault: '測定値が1件もありません。' }
  return { reading: inside[0] as unknown, others: inside.length - 1 }
}
