import { readingKinds, type ReadingKind } from '@mimamori/contract'
import type { Rejected } from '../decode.ts'
import { storableText } from '../storable-text.ts'
import type { Refused } from './received-counts.ts'

const longestText = 40

// What can say how or where somebody is never leaves the message, and of what is not known here nobody can say what it holds.
const technical: ReadonlySet<string> = new Set(
  'kind device at interval battery slaveBattery signal waveLevel hook wbgt temperature humidity globe windSpeed solarRadiation pressure'.split(
    ' ',
  ),
)

const isObject = (sent: unknown): sent is Record<string, unknown> => typeof sent === 'object' && sent !== null

/** What a reading holds in a field, in whatever case it spells it. */
const sentIn = (sent: unknown, field: string): unknown => {
  if (!isObject(sent)) return undefined
  if (Object.hasOwn(sent, field)) return sent[field]
  const name = Object.keys(sent).find((key) => key.toLowerCase() === field.toLowerCase())
  return name === undefined ? undefined : sent[name]
}

/** A value as JSON, cut; null for what is no single value. */
const writtenValue = (value: unknown): string | null => {
  if (typeof value === 'string') return storableText(JSON.stringify(value.slice(0, longestText)))
  return typeof value === 'number' || typeof value === 'boolean' || value === null ? JSON.stringify(value) : null
}

/** What a reading holds in a field, as its sender is shown it; null where that is no single value, or nothing. */
export const valueIn = (sent: unknown, field: string | null): string | null => (field === null ? null : writtenValue(sentIn(sent, field)))

const isKind = (value: unknown): value is ReadingKind => readingKinds.some((kind) => kind === value)

/** The device that a reading names, as far as that can be read; else empty. */
export const serialIn = (sent: unknown): string => {
  const device = sentIn(sent, 'device')
  return typeof device === 'string' || typeof device === 'number' ? storableText(String(device)) : ''
}

/** A refused reading as its site is shown it. */
export const refusedReading = (sent: unknown, { field, reason }: Rejected, isUnknownDevice = false): Refused => {
  const kind = sentIn(sent, 'kind')
  const value = field !== null && technical.has(field) ? valueIn(sent, field) : null
  return { kind: isKind(kind) ? kind : '', serial: serialIn(sent), field: field ?? '', reason, value, isUnknownDevice }
}
