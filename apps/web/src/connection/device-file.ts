import { ConnectionDevice, mostConnectionDevices } from '@mimamori/contract/connection'
import { restore } from '@mimamori/contract/csv-cell'
import { readingKinds, type ReadingKind } from '@mimamori/contract/ingest'
import { issueText } from '@mimamori/contract/issue-text'
import { deviceKindNames } from '@mimamori/contract/kbn'
import { labels } from '@mimamori/contract/labels'
import type { Fault } from '../kit/import/faults.ts'

/** What a line of the file says: which device a DevEUI is. */
export type FileDevice = Pick<ConnectionDevice, 'devEui' | 'kind' | 'serialNumber'>

const { devEui, kind, serialNumber } = labels.connection
/** The headings of the file, in order. */
export const deviceFileHeadings = [devEui, kind, serialNumber] as const

const Line = ConnectionDevice.pick({ devEui: true, kind: true, serialNumber: true })

const plain = (text: string): string => restore(text.replace('\uFEFF', '').normalize('NFKC').trim())
const folded = (heading: string): string =>
  plain(heading)
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '')

/** Where no kind is said it is a meter, which is what is bought with LoRaWAN. */
const kindOf = (cell: string): ReadingKind | undefined =>
  cell === '' ? 'heat' : readingKinds.find((one) => deviceKindNames[one] === cell || one === cell.toLowerCase())

type ReadFile = { readonly devices: readonly FileDevice[]; readonly faults: readonly Fault[] }

const faultOfWhole = (remedy: string): ReadFile => ({ devices: [], faults: [{ row: null, column: '', value: '', remedy }] })

/** The faults of one line, by the contract's own rules. */
const readLine = (cells: { readonly devEui: string; readonly kind: string; readonly serialNumber: string }, row: number): ReadFile => {
  const found = kindOf(cells.kind)
  if (found === undefined) {
    const remedy = `${readingKinds.map((one) => deviceKindNames[one]).join('・')}のどれかにしてください。`
    return { devices: [], faults: [{ row, column: kind, value: cells.kind, remedy }] }
  }
  const read = Line.safeParse({ ...cells, kind: found }, { reportInput: true })
  if (read.success) return { devices: [read.data], faults: [] }
  const faults = read.error.issues.map((issue): Fault => {
    const [column = '', remedy = ''] = issueText('connection', issue).split(/：(.*)/s)
    return { row, column, value: column === devEui ? cells.devEui : cells.serialNumber, remedy }
  })
  return { devices: [], faults }
}

/** The second line of a file, or of the devices it is for, that names a DevEUI or a device again. */
const repeated = (lines: readonly { readonly row: number; readonly device: FileDevice }[]): Fault[] => {
  const seen = { devEui: new Map<string, number>(), device: new Map<string, number>() }
  return lines.flatMap(({ row, device }): Fault[] => {
    const [own, ours] = [device.devEui, `${device.kind} ${device.serialNumber}`]
    const [first, firstOurs] = [seen.devEui.get(own), seen.device.get(ours)]
    if (first === undefined) seen.devEui.set(own, row)
    if (firstOurs === undefined) seen.device.set(ours, row)
    if (first !== undefined) return [{ row, column: devEui, value: own, remedy: `${first}行目と同じです。1つにしてください。` }]
    if (firstOurs === undefined) return []
    return [
      {
        row,
        column: serialNumber,
        value: device.serialNumber,
        remedy: `${firstOurs}行目と同じ機器です。1台の機器に決められるDevEUIは1つです。`,
      },
    ]
  })
}

/**
 * Reads a file of DevEUIs and devices: its headings in any order, the kind may be left out. All lines or none.
 * @param rows cells by row, the header first
 */
export const readDeviceFile = (rows: readonly (readonly string[])[]): ReadFile => {
  const [header = [], ...lines] = rows
  const at = (label: string) => header.findIndex((heading) => folded(heading) === folded(label))
  const [euiAt, kindAt, serialAt] = [at(devEui), at(kind), at(serialNumber)]
  const missing = [euiAt < 0 ? devEui : '', serialAt < 0 ? serialNumber : ''].filter((label) => label !== '')
  if (missing.length > 0) return faultOfWhole(`1行目に「${missing.join('」と「')}」の見出しを入れてください。`)
  const filled = lines.map((cells, index) => ({ cells, row: index + 2 })).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (filled.length === 0) return faultOfWhole('2行目から、DevEUIと機器の番号を1行ずつ入れてください。')
  if (filled.length > mostConnectionDevices) return faultOfWhole(`${mostConnectionDevices.toLocaleString('ja-JP')}行までにしてください。`)
  const cell = (cells: readonly string[], index: number) => (index < 0 ? '' : plain(cells[index] ?? ''))
  const read = filled.map(({ cells, row }) => ({
    row,
    ...readLine({ devEui: cell(cells, euiAt), kind: cell(cells, kindAt), serialNumber: cell(cells, serialAt) }, row),
  }))
  const good = read.flatMap(({ row, devices }) => devices.map((device) => ({ row, device })))
  const faults = [...read.flatMap((line) => line.faults), ...repeated(good)]
  return { devices: faults.length === 0 ? good.map(({ device }) => device) : [], faults }
}

/** The devices of a connection with those of a file: a DevEUI of the file replaces what there was of it, the others stay. */
export const withFile = (before: readonly ConnectionDevice[], file: readonly FileDevice[]): ConnectionDevice[] => {
  const own = new Map(before.map((device) => [device.devEui, device]))
  const named = new Set(file.map(({ devEui: eui }) => eui))
  return [
    ...before.filter((device) => !named.has(device.devEui)),
    ...file.map((device) => ({ ...device, mapping: own.get(device.devEui)?.mapping ?? null })),
  ]
}
