import { BarometerForm, TerminalForm } from '@mimamori/contract/device-setting'
import { remedyOf } from '@mimamori/contract/issue-text'
import type { FieldErrors } from '../kit/form/check.ts'
import type { SettingShape } from './setting-values.ts'

/** What an instruction takes with it, by the value that asks for it. */
const needs = [
  { flag: 'locationUpdateFlag', fields: ['latitude', 'longitude'] },
  { flag: 'slaveIdUpdate', fields: ['slaveId'] },
] as const

type Filled = Readonly<Record<string, unknown>>

/** The fields that an instruction asked for makes necessary. */
export const neededFields = (draft: Filled): string[] => needs.flatMap(({ flag, fields }) => (draft[flag] === '1' ? fields : []))

const missingOf = (values: Filled) => neededFields(values).filter((name) => values[name] === null || values[name] === '')
const missing = (name: string) => ({ code: 'invalid_type' as const, expected: 'string' as const, path: [name], input: null, message: '' })

/** A terminal's form with what its instructions need. */
export const TerminalSchema = TerminalForm.superRefine((values, context) => {
  for (const name of missingOf(values)) context.addIssue(missing(name))
})

/** The same of a draft with other faults, which the schema reports first: people see all of them at once. */
export const withMissing = (errors: FieldErrors, draft: Filled): FieldErrors => ({
  ...Object.fromEntries(missingOf(draft).map((name) => [name, remedyOf(missing(name))])),
  ...errors,
})

export const terminalShape: SettingShape = {
  names: Object.keys(TerminalForm.shape),
  instructions: { firmwareUpdate: '0', locationUpdateFlag: '0', slaveIdUpdate: '0' },
  typed: ['intervalTimeSetting', 'locationInformationTransmissionInterval', 'settingAltitude', 'heightAltitude'],
}
export const barometerShape: SettingShape = {
  names: Object.keys(BarometerForm.shape),
  instructions: { firmwareUpdate: '0', barometricPressure: '0' },
  typed: ['intervalTimeSetting'],
}

/**
 * Pressure sensors hold ±1 m without zeroing, so that a lower limit is passed without moving (domain: height from pressure), cm.
 */
const leastSure = 100

const numberIn = (value: unknown) => (value === null || value === undefined || value === '' ? Number.NaN : Number(value))

/** What is questionable of the heights, in sentences; they can be saved all the same. */
export const heightDoubts = ({ settingAltitude, heightAltitude }: Filled): readonly string[] => {
  const [limit, release] = [numberIn(settingAltitude), numberIn(heightAltitude)]
  return [
    ...(limit < leastSure
      ? [
          `判定する高さが${leastSure}cm未満です。気圧による高さは±25cm、0に合わせていないと±1m以上ずれるため、地面にいてもアラートになることがあります。`,
        ]
      : []),
    ...(release > limit ? ['解除する高さが、判定する高さより高くなっています。アラートがすぐに終わります。'] : []),
  ]
}
