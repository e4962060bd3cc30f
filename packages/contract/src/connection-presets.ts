import type { MappedField, MappingEntry } from './connection-mapping.ts'
import type { ReadingKind } from './ingest.ts'

/** The mapping of a device model whose maker's decoder is public. */
export type ConnectionPreset = { readonly name: string; readonly kind: ReadingKind; readonly entries: readonly MappingEntry[] }

/** Battery volts from empty to full as 0 to 5: value × factor + offset. */
export const voltsToBattery = (empty: number, full: number): { readonly factor: number; readonly offset: number } => {
  const factor = Math.round((5 / (full - empty)) * 1_000) / 1_000
  return { factor, offset: Math.round(-empty * factor * 1_000) / 1_000 }
}

/** Battery percent as 0 to 5. */
export const percentToBattery = { factor: 0.05 } as const

const field = (from: string, to: MappedField, conversion: Partial<MappingEntry> = {}): MappingEntry => ({
  from,
  to,
  factor: null,
  offset: null,
  ...conversion,
  absentIsZero: false,
})

const battery = (from: string, conversion: Partial<MappingEntry>): MappingEntry => field(from, 'battery', conversion)

// Two alkaline C cells in series: the makers give about 2 V as the end.
const twoCells = voltsToBattery(2, 3)

// Field names and units are those of the decoders in github.com/TheThingsNetwork/lorawan-devices, by vendor and model.
export const connectionPresets = {
  // vendor/decentlab/dl-blg.js: temperature (°C) of the black globe, battery_voltage (V), each { displayName, value, unit }.
  'decentlab-dl-blg': {
    name: 'Decentlab DL-BLG（黒球温度）',
    kind: 'heat',
    entries: [field('temperature.value', 'globe'), battery('battery_voltage.value', twoCells)],
  },
  // vendor/decentlab/dl-sht35.js: air_temperature (°C), air_humidity (%), battery_voltage (V).
  'decentlab-dl-sht35': {
    name: 'Decentlab DL-SHT35（気温・湿度）',
    kind: 'heat',
    entries: [
      field('air_temperature.value', 'temperature'),
      field('air_humidity.value', 'humidity'),
      battery('battery_voltage.value', twoCells),
    ],
  },
  // vendor/decentlab/dl-atm41g2.js: air_temperature (°C), relative_humidity (%), wind_speed (m/s), solar_radiation (W/m²), battery_voltage (V).
  'decentlab-dl-atm41g2': {
    name: 'Decentlab DL-ATM41G2（気象）',
    kind: 'heat',
    entries: [
      field('air_temperature.value', 'temperature'),
      field('relative_humidity.value', 'humidity'),
      field('wind_speed.value', 'windSpeed'),
      field('solar_radiation.value', 'solarRadiation'),
      battery('battery_voltage.value', twoCells),
    ],
  },
  // vendor/milesight-iot/em300-th.js: temperature (°C), humidity (%), battery (%), which not every message has.
  'milesight-em300-th': {
    name: 'Milesight EM300-TH（気温・湿度）',
    kind: 'heat',
    entries: [field('temperature', 'temperature'), field('humidity', 'humidity'), battery('battery', percentToBattery)],
  },
  // vendor/dragino/lht65n.js: TempC_SHT (°C), Hum_SHT (%), BatV (V; from 2.45 by the maker's manual to 3.1, where its lithium cell begins in use).
  'dragino-lht65n': {
    name: 'Dragino LHT65N（気温・湿度）',
    kind: 'heat',
    entries: [field('TempC_SHT', 'temperature'), field('Hum_SHT', 'humidity'), battery('BatV', voltsToBattery(2.45, 3.1))],
  },
} as const satisfies Readonly<Record<string, ConnectionPreset>>
export type ConnectionPresetKey = keyof typeof connectionPresets

/** A preset's mapping. Network servers send what decoders answer as it is, so that nothing absent is 0. */
export const mappingOfPreset = (key: ConnectionPresetKey): readonly MappingEntry[] => connectionPresets[key].entries
