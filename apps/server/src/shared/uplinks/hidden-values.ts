import type { MappingEntry } from '@mimamori/contract'
import { isObject } from './message-path.ts'

/** Replaces in a kept message a vital value or a place. */
export const hiddenMark = '（見せません）'

// Names that decoders and network servers give to vital values and places; and the payload itself, which holds both undecoded.
const vitalOrPlace =
  /heart|pulse|bpm|spo2|oxygen|body_?temp|blood|^hr$|latitude|longitude|altitude|^(lat|lon|lng|long|alt)$|location|position|gps|gnss|coord|wifi|beacon/i
const undecoded = /^(data|frm_payload|payload|bytes|raw|context|uplink_token)$/i

const vitalFields: ReadonlySet<string> = new Set(['heartRate', 'latitude', 'longitude', 'accuracy'])

/** The paths that a mapping reads as a vital value or a place, whatever their names. */
const pathsOf = (mapping: readonly MappingEntry[]): string[] =>
  mapping.filter(({ to }) => vitalFields.has(to)).map(({ from }) => from.toLowerCase())

const mostDepth = 16

/**
 * A copy of a message without vital values and places: nobody who sets up a connection needs them, and the copy is kept.
 * What is nested deeper than sixteen times is left out.
 * @param mapping by which it is read, since a value's own name may tell nothing
 */
export const withoutHidden = (message: unknown, mapping: readonly MappingEntry[]): unknown => {
  const paths = pathsOf(mapping)
  const isHidden = (name: string, path: string): boolean =>
    vitalOrPlace.test(name) || undecoded.test(name) || paths.some((one) => path === one || path.endsWith(`.${one}`))
  const copy = (value: unknown, path: string, depth: number): unknown => {
    if (depth > mostDepth) return hiddenMark
    if (Array.isArray(value)) return value.map((item, index) => copy(item, `${path}.${index}`, depth + 1))
    // The database's texts cannot hold the character zero.
    if (typeof value === 'string') return value.replaceAll('\0', '')
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => {
        const at = `${path}.${name.toLowerCase()}`
        return [name.replaceAll('\0', ''), isHidden(name, at) ? hiddenMark : copy(item, at, depth + 1)]
      }),
    )
  }
  return copy(message, '', 0)
}
