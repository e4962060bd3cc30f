import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { admins } from './role.ts'
import { Toggle, wireInteger, wireNumber, wireText } from './wire.ts'

const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) => wireText.pipe(z.enum(values))

/** Minutes between messages. */
const interval = wireInteger(1, 1_440)
/** Centimetres above the barometer. */
const height = wireInteger(-70_000, 70_000)
const orNull = <Schema extends z.ZodType>(schema: Schema) => z.union([z.literal('').transform(() => null), z.null(), schema])

/**
 * The six colours of the terminal's lamp out of the box, `RRGGBB`: colour-blind people can distinguish them (Okabe and Ito's
 * palette, https://jfly.uni-koeln.de/color/). The customer has given no colours.
 */
export const defaultLedColors = ['D55E00', 'E69F00', 'F0E442', '009E73', '56B4E9', 'CC79A7'] as const

/** Six hex colours without '#', comma-joined. */
export const LedColors = z
  .string()
  .max(250)
  .transform((text) => text.normalize('NFKC').toUpperCase().replaceAll(/[#\s]/g, ''))
  .pipe(z.string().refine((text) => /^[0-9A-F]{6}(,[0-9A-F]{6}){5}$/.test(text), { params: { rule: 'ledColor' } }))

/**
 * What a new terminal does until a command changes it; the altitudes are the form's prefill, not what the judge uses
 * (decisions/0004).
 */
export const terminalDefaults = {
  ledColor: defaultLedColors.join(','),
  buzzer: '1',
  intervalTimeSetting: 10,
  checkAltitude: '1',
  settingAltitude: 3,
  heightAltitude: 2,
  onWaitingTime: null,
  offsetSettings: null,
  shoulderMode: '0',
  firmwareUpdate: '0',
  locationInformationTransmissionInterval: 10,
  emergencyAlerts: '1',
  locationUpdateFlag: '0',
  latitude: null,
  longitude: null,
  slaveIdUpdate: '0',
  slaveId: null,
} as const

export const barometerDefaults = {
  intervalTimeSetting: 10,
  barometricPressure: '0',
  latitude: null,
  longitude: null,
  firmwareUpdate: '0',
} as const

/** 0 none, 1 M update, 2 S update, 3 both. */
export const terminalFirmwareNames = { '0': '更新しない', '1': 'Mを更新', '2': 'Sを更新', '3': 'MとSを更新' } as const
export const barometerFirmwareNames = { '0': '更新しない', '1': 'Mを更新' } as const

const terminalFields = {
  ledColor: LedColors,
  buzzer: Toggle,
  intervalTimeSetting: interval,
  checkAltitude: Toggle,
  settingAltitude: height,
  heightAltitude: height,
  onWaitingTime: orNull(wireInteger(0, 1_440)),
  offsetSettings: orNull(wireInteger(-1, 100)),
  shoulderMode: Toggle,
  firmwareUpdate: oneOf(['0', '1', '2', '3']),
  locationInformationTransmissionInterval: interval,
  emergencyAlerts: Toggle,
  locationUpdateFlag: Toggle,
  latitude: orNull(wireNumber(-90, 90)),
  longitude: orNull(wireNumber(-180, 180)),
  slaveIdUpdate: Toggle,
  slaveId: orNull(z.string().trim().max(250)),
}

const barometerFields = {
  intervalTimeSetting: interval,
  barometricPressure: Toggle,
  latitude: orNull(wireNumber(-90, 90)),
  longitude: orNull(wireNumber(-180, 180)),
  firmwareUpdate: oneOf(['0', '1']),
}

/** A terminal's setting as last saved; where nothing is saved, the defaults with `id: null`. */
export const TerminalSetting = z.object({
  id: z.string().nullable(),
  companyId: z.number().int(),
  officeId: z.number().int(),
  smartSafetyBeltId: z.string(),
  ledColor: z.string(),
  buzzer: z.string(),
  intervalTimeSetting: z.number().int(),
  checkAltitude: z.string(),
  settingAltitude: z.number().int(),
  heightAltitude: z.number().int(),
  onWaitingTime: z.number().int().nullable(),
  offsetSettings: z.number().int().nullable(),
  shoulderMode: z.string(),
  firmwareUpdate: z.string(),
  locationInformationTransmissionInterval: z.number().int(),
  emergencyAlerts: z.string(),
  locationUpdateFlag: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  slaveIdUpdate: z.string(),
  slaveId: z.string().nullable(),
  version: z.number().int(),
})
export type TerminalSetting = z.infer<typeof TerminalSetting>

export const BarometerSetting = z.object({
  id: z.string().nullable(),
  companyId: z.number().int(),
  officeId: z.number().int(),
  referenceBarometerId: z.string(),
  intervalTimeSetting: z.number().int(),
  barometricPressure: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  firmwareUpdate: z.string(),
  version: z.number().int(),
})
export type BarometerSetting = z.infer<typeof BarometerSetting>

const optionalFields = <Fields extends Record<string, z.ZodType>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, schema.optional()])) as unknown as {
    [Name in keyof Fields]: z.ZodOptional<Fields[Name]>
  }

const place = { companyId: wireInteger(1).optional(), officeId: wireInteger(1).optional() }
const unlessEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.undefined().optional(), z.literal('').transform(() => undefined), z.null().transform(() => undefined), schema])
/** Where a body repeats it, it may be empty. */
const placeInBody = { companyId: unlessEmpty(wireInteger(1)), officeId: unlessEmpty(wireInteger(1)) }
const Terminal = wireText.pipe(z.string().min(1).max(16))
const BaseStation = wireText.pipe(z.string().min(1).max(20))
const versioned = { version: wireInteger(0).optional() }

/** What a form sends; what is left out stays as it was, or as the defaults have it. */
export const TerminalSettingDraft = z.object({
  ...placeInBody,
  ...versioned,
  smartSafetyBeltId: unlessEmpty(Terminal),
  ...optionalFields(terminalFields),
})
export const BarometerSettingDraft = z.object({
  ...placeInBody,
  ...versioned,
  referenceBarometerId: unlessEmpty(BaseStation),
  ...optionalFields(barometerFields),
})

/** The whole form, as the screens check it before they send. */
export const TerminalForm = z.object(terminalFields)
export const BarometerForm = z.object(barometerFields)

const terminalPath = '/api/SmartSafetyBeltSetting'
const barometerPath = '/api/ReferenceBarometerSetting'
const saves = '保存すると、変わった項目が機器に送られる。機器はクエリか本文で指定し、両方にあればクエリが先。'
const byTerminal = z.object({ ...place, smartSafetyBeltId: Terminal.optional() })
const byBaseStation = z.object({ ...place, referenceBarometerId: BaseStation.optional() })

export const terminalSetting = {
  one: endpoint({
    method: 'GET',
    path: terminalPath,
    permission: admins,
    summary: '端末（スマート安全帯）の設定。まだなければ既定値。',
    query: z.object({ ...place, smartSafetyBeltId: Terminal }),
    answer: TerminalSetting,
  }),
  create: endpoint({
    method: 'POST',
    path: terminalPath,
    permission: admins,
    summary: `端末の設定を保存する。${saves}`,
    query: byTerminal,
    body: TerminalSettingDraft,
    answer: TerminalSetting,
  }),
  update: endpoint({
    method: 'PUT',
    path: terminalPath,
    permission: admins,
    summary: `端末の設定を保存する。${saves}`,
    query: byTerminal,
    body: TerminalSettingDraft,
    answer: TerminalSetting,
  }),
}

export const barometerSetting = {
  one: endpoint({
    method: 'GET',
    path: barometerPath,
    permission: admins,
    summary: '基準局（気圧基準器）の設定。まだなければ既定値。',
    query: z.object({ ...place, referenceBarometerId: BaseStation }),
    answer: BarometerSetting,
  }),
  create: endpoint({
    method: 'POST',
    path: barometerPath,
    permission: admins,
    summary: `基準局の設定を保存する。${saves}`,
    query: byBaseStation,
    body: BarometerSettingDraft,
    answer: BarometerSetting,
  }),
  update: endpoint({
    method: 'PUT',
    path: barometerPath,
    permission: admins,
    summary: `基準局の設定を保存する。${saves}`,
    query: byBaseStation,
    body: BarometerSettingDraft,
    answer: BarometerSetting,
  }),
}
