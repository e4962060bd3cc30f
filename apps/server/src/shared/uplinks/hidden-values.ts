import type { MappedField, MappingEntry, ReadingKind } from '@mimamori/contract'
import { isObject } from './message-path.ts'

/** Replaces in a kept message a vital value or a place. */
export const hiddenMark = '（見せません）'

// Names that decoders and network servers give to vital values and places, and to what places are found by.
const vitalOrPlace =
  /heart|pulse|bpm|spo2|oxygen|body_?temp|skin_?temp|blood|respir|^hr(\d|v|_|$)|_hr$|^(sbp|dbp|rri?|ibi|resp|ecg|ppg)\d*$|latitude|longitude|altitude|^(lat|lon|lng|long|alt)\d*$|location|position|gps|gnss|coord|wi-?fi|beacon|bluetooth|^ble|_ble|ssid|^macs?$|mac_?addr/i

// Names of what is measured at a place rather than of a person: shown while nobody knows yet what a device is.
const technical =
  /temp|hum|wbgt|globe|batt?(ery)?(_|v|$)|volt|wind|solar|radi|lux|light|illumin|co2|press|rain|noise|snr|rssi|status|version|^unit$|display_?name/i

// The payload itself, which holds everything undecoded, and what a network server keeps for itself.
const undecoded = /^\.(data|uplink_message\.frm_payload|rxinfo\.\d+\.context|uplink_message\.rx_metadata\.\d+\.uplink_token)$/

/** What the device's codec made of the payload. */
const decodedParts = /^\.(object|uplink_message\.(decoded|normalized)_payload)(\.|$)/

// Names of a text that says what the values beside it are.
const tellsKind = /type|name|label|kind|sensor|key/i

const personal: ReadonlySet<MappedField> = new Set(['heartRate', 'latitude', 'longitude', 'accuracy'])

/** By what a message is read: the mapping, and the kind of the device, null where nobody has decided that. */
export type ReadBy = { readonly mapping: readonly MappingEntry[]; readonly kind: ReadingKind | null }

const mostDepth = 16

const isNamedBy = (path: string, paths: readonly string[]): boolean => paths.some((one) => path === `.${one}` || path.endsWith(`.${one}`))

/** A text as the database's JSON can hold it: without the character zero and halves of characters. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/**
 * A copy of a message without vital values and places: nobody who sets up a connection needs them, and the copy is kept. Of a device that
 * is worn, and of one that nobody knows yet, only what is surely neither has a value. What is nested deeper than sixteen times is left out.
 */
export const withoutHidden = (message: unknown, { mapping, kind }: ReadBy): unknown => {
  const pathsTo = (isPersonal: boolean) => mapping.flatMap(({ from, to }) => (personal.has(to) === isPersonal ? [from.toLowerCase()] : []))
  const [hidden, shown] = [pathsTo(true), pathsTo(false)]
  const isWorn = kind === 'vital' || kind === 'belt'

  const isShownValue = (path: string, names: readonly string[]): boolean => {
    if (!decodedParts.test(path) || isNamedBy(path, shown)) return true
    if (isWorn) return false
    return kind !== null || names.some((name) => technical.test(name))
  }
  const isHiddenPart = (name: string, path: string): boolean => vitalOrPlace.test(name) || undecoded.test(path) || isNamedBy(path, hidden)
  const isTelling = (part: object, path: string): boolean =>
    decodedParts.test(path) &&
    Object.entries(part).some(([name, text]) => tellsKind.test(name) && typeof text === 'string' && vitalOrPlace.test(text))

  const copy = (value: unknown, path: string, names: readonly string[]): unknown => {
    if (names.length > mostDepth) return hiddenMark
    if (Array.isArray(value)) return value.map((item, index) => copy(item, `${path}.${index}`, [...names, '']))
    if (!isObject(value)) {
      if (!isShownValue(path, names)) return hiddenMark
      return typeof value === 'string' ? storable(value) : value
    }
    const tells = isTelling(value, path)
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => {
        const at = `${path}.${name.toLowerCase()}`
        const isHidden = isHiddenPart(name, at) || (tells && !tellsKind.test(name))
        return [storable(name), isHidden ? hiddenMark : copy(item, at, [...names, name])]
      }),
    )
  }
  return copy(message, '', [])
}
