import { barometerFirmwareNames, terminalFirmwareNames } from '@mimamori/contract/device-setting'
import type { Downlink } from '@mimamori/contract/downlink'
import { labels, labelsOf } from '@mimamori/contract/labels'
import type { Choice } from '../kit/form/select-field.tsx'

type Kind = 'belt' | 'barometer'

const choicesOf = (names: Readonly<Record<string, string>>): readonly Choice<string>[] =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

const onOff = { '1': 'オン', '0': 'オフ' }
const locationNames = { '0': '更新しない', '1': '更新する' }
const rewriteNames = { '0': '書き換えない', '1': '書き換える' }
const calibrationNames = { '0': '行わない', '1': '行う' }

/** The choices of the fields that have few values. */
export const choices = {
  onOff: choicesOf(onOff).toReversed(),
  location: choicesOf(locationNames),
  rewrite: choicesOf(rewriteNames),
  calibration: choicesOf(calibrationNames),
  terminalFirmware: choicesOf(terminalFirmwareNames),
  barometerFirmware: choicesOf(barometerFirmwareNames),
} as const

const words: Record<Kind, Readonly<Record<string, Readonly<Record<string, string>>>>> = {
  belt: {
    buzzer: onOff,
    checkAltitude: onOff,
    shoulderMode: onOff,
    emergencyAlerts: onOff,
    locationUpdateFlag: locationNames,
    slaveIdUpdate: rewriteNames,
    firmwareUpdate: terminalFirmwareNames,
  },
  barometer: { barometricPressure: calibrationNames, firmwareUpdate: barometerFirmwareNames },
}

/** A field's value as people read it. */
export const valueInWords = (kind: Kind, name: string, value: string | number | null | undefined): string => {
  const text = value === null || value === undefined ? '' : String(value)
  if (text === '') return 'なし'
  if (name === 'ledColor')
    return text
      .split(',')
      .map((hex) => `#${hex}`)
      .join(' ')
  return words[kind][name]?.[text] ?? text
}

/** A field's name as its form says it. */
export const fieldInWords = (kind: Kind, name: string): string =>
  labelsOf(kind === 'belt' ? 'terminalSetting' : 'barometerSetting')[name] ?? name

/** What a command carries, in the order in which its form shows it. */
export const inFormOrder = (kind: Kind, payload: Downlink['payload']): [string, Downlink['payload'][string]][] => {
  const names = Object.keys(labels[kind === 'belt' ? 'terminalSetting' : 'barometerSetting'])
  return Object.entries(payload).toSorted(([a], [b]) => names.indexOf(a) - names.indexOf(b))
}
