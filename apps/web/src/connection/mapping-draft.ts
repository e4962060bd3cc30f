import type { ConnectionType } from '@mimamori/contract/connection'
import { mappedFields, type MappedField, type MappingEntry } from '@mimamori/contract/connection-mapping'
import { connectionPresets, mappingOfPreset, type ConnectionPresetKey } from '@mimamori/contract/connection-presets'
import { Reading, type ReadingKind } from '@mimamori/contract/ingest'
import { keysOf } from '@mimamori/contract/typed-lists'
import type { Conversion } from './conversion.ts'
import { type Json, leavesOf } from './message-lines.ts'

/** A row of the mapping as it is edited; `from` is empty until somebody chooses it. */
export type MappingRow = Conversion & {
  readonly key: number
  readonly from: string
  readonly to: MappedField
  readonly absentIsZero: boolean
}

type NetworkPaths = {
  /** The part that holds what the device's codec made of the payload. */
  readonly decoded: string
  readonly devEui: string
  /** When the network server received the message. */
  readonly time: string
}

/** Where a message of a network server holds what every message has. */
export const networkPaths: Readonly<Record<ConnectionType, NetworkPaths>> = {
  chirpstack: { decoded: 'object', devEui: 'deviceInfo.devEui', time: 'time' },
  tts: { decoded: 'uplink_message.decoded_payload', devEui: 'end_device_ids.dev_eui', time: 'uplink_message.received_at' },
}

let lastKey = 0
const newKey = (): number => (lastKey += 1)

/** The rows of a mapping. */
export const rowsOf = (mapping: readonly MappingEntry[]): MappingRow[] =>
  mapping.map(({ from, to, factor = null, offset = null, absentIsZero = false }) => ({
    key: newKey(),
    from,
    to,
    factor,
    offset,
    absentIsZero,
  }))

/** A row for a field of ours of which nobody has chosen yet what fills it. */
export const emptyRow = (to: MappedField, from = ''): MappingRow => ({
  key: newKey(),
  from,
  to,
  factor: null,
  offset: null,
  absentIsZero: false,
})

/** What is saved of rows, and tried: those for which something is chosen. */
export const entriesOf = (rows: readonly MappingRow[]): MappingEntry[] =>
  rows.filter(({ from }) => from !== '').map(({ key: _, ...entry }) => entry)

// What is left out is null, and a factor of 1 changes nothing.
const inWords = (entries: readonly MappingEntry[]): string =>
  JSON.stringify(entries.map(({ from, to, factor, offset, absentIsZero }) => [from, to, factor ?? 1, offset ?? 0, absentIsZero ?? false]))

/** Whether two mappings read messages alike. */
export const isSameMapping = (one: readonly MappingEntry[], other: readonly MappingEntry[]): boolean => inWords(one) === inWords(other)

/** The preset that a mapping is; undefined where somebody made it. */
export const presetOf = (entries: readonly MappingEntry[]): ConnectionPresetKey | undefined =>
  keysOf(connectionPresets).find((key) => isSameMapping(mappingOfPreset(key), entries))

/** A single value that a mapping can read: the path by which it is named there, and the one in the whole message. */
export type Source = { readonly from: string; readonly path: string; readonly value: null | boolean | number | string }

/** All single values of a message that a mapping can name: first what the device measured, named from there on, then the rest. */
export const sourcesOf = (message: Json, type: ConnectionType): Source[] => {
  const { decoded } = networkPaths[type]
  const all = leavesOf(message).filter(({ path, isNameable }) => path !== '' && isNameable)
  const isDecoded = ({ path }: { readonly path: string }) => path.startsWith(`${decoded}.`)
  const measured = all.filter(isDecoded).map(({ path, value }) => ({ from: path.slice(decoded.length + 1), path, value }))
  const names = new Set(measured.map(({ from }) => from))
  const rest = all.filter((leaf) => !isDecoded(leaf) && !names.has(leaf.path)).map(({ path, value }) => ({ from: path, path, value }))
  return [...measured, ...rest]
}

/** The path in the whole message of what a mapping reads; undefined where the message does not have it. */
export const pathOf = (from: string, sources: readonly Source[]): string | undefined =>
  sources.find((source) => source.from === from || source.path === from)?.path

const shapes = new Map(Reading.options.map(({ shape }) => [shape.kind.value, new Set(Object.keys(shape))] as const))

/** The fields of ours that a device of a kind can have; all where the kind is not known. */
export const fieldsOfKind = (kind: ReadingKind | null): readonly MappedField[] => {
  const own = kind === null ? undefined : shapes.get(kind)
  return own === undefined ? mappedFields : mappedFields.filter((field) => own.has(field))
}

const kinds: readonly ReadingKind[] = ['heat', 'vital', 'belt', 'barometer', 'gateway']

/** The kind of device that a mapping is for, as far as its fields say: a meter, unless it fills what no meter has. */
export const likelyKind = (entries: readonly MappingEntry[]): ReadingKind =>
  kinds.find((kind) => entries.every(({ to }) => fieldsOfKind(kind).includes(to))) ?? 'heat'
