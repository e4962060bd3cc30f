import type { DeviceKey } from '../../shared/organisation/keys.ts'
import type { Db } from '../../platform/context.ts'
import type { Payload } from '../../shared/downlink/queue-command.ts'

/** A setting's own fields, without where it belongs. */
export type Values = Record<string, string | number | null>

/** What is done once: the field that asks for it, the value that asks for nothing, and what must be sent with it. */
export type Instruction = { readonly field: string; readonly idle: string; readonly needs: readonly string[] }

/** What terminals and base stations differ in. */
export type SettingKind<Own extends Values> = {
  readonly resource: 'terminalSetting' | 'barometerSetting'
  readonly words: readonly ['belt' | 'barometer']
  /** What a call names the device by. */
  readonly serialField: string
  readonly defaults: Own
  readonly instructions: readonly Instruction[]
  /** Minutes between messages: the base administrator sees them and leaves them. */
  readonly intervals: readonly string[]
  /** What is saved of a device, with its instructions idle; undefined where nothing is. */
  readonly read: (db: Db, key: DeviceKey) => Promise<{ readonly values: Own; readonly version: number } | undefined>
  readonly write: (db: Db, key: DeviceKey, values: Own) => Promise<void>
}

/** The fields that last: all but the instructions and what goes with them alone. */
export const lastingOf = <Own extends Values>({ instructions }: Pick<SettingKind<Own>, 'instructions'>, values: Values): Payload => {
  const passing = new Set(instructions.flatMap(({ field, needs }) => [field, ...needs]))
  return Object.fromEntries(Object.entries(values).filter(([field]) => !passing.has(field)))
}

/** The instructions asked for, each with what belongs to it. */
export const instructionsOf = <Own extends Values>({ instructions }: Pick<SettingKind<Own>, 'instructions'>, values: Values): Payload[] =>
  instructions
    .filter(({ field, idle }) => values[field] !== idle)
    .map(({ field, needs }) => Object.fromEntries([field, ...needs].map((name) => [name, values[name] ?? null])))
