import { z } from 'zod'
import { readCheckQuestions, standardQuestions, writeCheckQuestions } from './check-questions.ts'
import { isMailAddress, mergeAddresses } from './mail-address.ts'
import { admins, type Role, roleNames } from './role.ts'
import { Toggle, wireInteger } from './wire.ts'

/** Where a value is stored: an office's value overrides its company's. */
export type SettingOwner = 'office' | 'company'

/** One setting. Its value is stored and sent as text; `String(value)` writes what `schema` reads. */
export type Setting<Schema extends z.ZodType = z.ZodType> = {
  readonly schema: Schema
  /** In force where neither the office nor its company says anything. */
  readonly default: z.output<Schema>
  readonly unit: '分' | '秒' | null
  /** Who may change it, by where it is stored; each within their own company or office. */
  readonly editors: Readonly<Record<SettingOwner, readonly Role[]>>
}

const unitAdmins = ['AdminUnitService', 'AdminUnitContract'] as const
const ofEveryAdmin = { company: unitAdmins, office: admins }
// A base administrator is who the belts are shown to or hidden from.
const ofUnitAdmins = { company: unitAdmins, office: unitAdmins }
// How a company's administrators sign in is nothing that a site decides.
const ofCompany = { company: unitAdmins, office: [] }

const declare = <Schema extends z.ZodType>(
  schema: Schema,
  byDefault: z.output<Schema>,
  { unit = null, editors = ofEveryAdmin }: Partial<Pick<Setting, 'unit' | 'editors'>> = {},
): Setting<Schema> => ({ schema, default: byDefault, unit, editors })

/** A comma-separated list; empty parts fall away. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .string()
    .transform((text): unknown[] =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .pipe(z.array(item))

/** The addresses of a list, as somebody typed or pasted it. */
export const splitAddresses = (text: string): string[] =>
  text
    .normalize('NFKC')
    .split(/[,、;\s]+/)
    .filter((part) => part !== '')

// A save names each address that is none (`settingFaults`). Of one stored by an older rule the others must not fall silent.
const addresses = declare(
  z
    .string()
    .transform((text) => mergeAddresses(splitAddresses(text).filter(isMailAddress)))
    .pipe(z.array(z.string()).max(100)),
  [],
)
const minutes = wireInteger(0, 1_440)
/** How long mails are suppressed: 0 suppresses none. */
const pause = (byDefault: number) => declare(minutes, byDefault, { unit: '分' })
/** How long something must last before it counts. Nothing counts before it has lasted, so 0 acts as 1. */
const duration = (byDefault: number) =>
  declare(
    minutes.transform((given) => Math.max(given, 1)),
    byDefault,
    { unit: '分' },
  )
/** Time that is counted in the last hour: more of it than an hour would never be reached. */
const withinTheHour = (byDefault: number) =>
  declare(
    minutes.transform((given) => Math.min(Math.max(given, 1), 60)),
    byDefault,
    { unit: '分' },
  )
const level = <const Levels extends readonly [number, ...number[]]>(levels: Levels, byDefault: Levels[number]) =>
  declare(wireInteger().pipe(z.literal(levels)), byDefault)
const on = declare(Toggle, '1')
const off = declare(Toggle, '0')
/** A display item that nobody may hide: name, level and emergency. */
const always = declare(Toggle.pipe(z.literal('1')), '1')

/** Minutes without an answer after which each further step of the escalation is taken, rising. */
const steps = listOf(wireInteger(1, 1_440)).refine((all) => all.length > 0 && all.every((step, index) => step > (all[index - 1] ?? 0)), {
  params: { rule: 'steps' },
})

/** Whose roles are notified of an alert that nobody answers, step by step. */
export const escalationRoles = ['GroupSubLeader', 'GroupLeader', 'HeadquartersAdmin', 'AdminUnitContract'] as const
export type EscalationRole = (typeof escalationRoles)[number]

/** A step that is no role: the notification channel (通知先) of this id. */
export type ChannelStep = `channel:${string}`
/** The step that is who is on duty by the site's rota (担当表). */
export const rotaStep = 'DutyRota'
/** The steps that are people of the site and its company. */
export const peopleSteps = [...escalationRoles, rotaStep] as const
export type PeopleStep = (typeof peopleSteps)[number]
export const peopleStepNames: Record<PeopleStep, string> = { ...roleNames, DutyRota: '担当表' }
/** A step of the escalation as a setting keeps it. */
export type EscalationStep = PeopleStep | ChannelStep

const channelStep = z.custom<ChannelStep>((text) => typeof text === 'string' && /^channel:[0-9a-f]{16}$/.test(text))

/** The step of a channel. */
export const channelStepOf = (channelId: string): ChannelStep => `channel:${channelId}`

/** Which channel a step is; undefined of any other step. */
export const channelOfStep = (step: EscalationStep): string | undefined =>
  step.startsWith('channel:') ? step.slice('channel:'.length) : undefined

const order = listOf(z.union([z.enum(peopleSteps), channelStep])).refine(
  (all): all is EscalationStep[] => all.length > 0 && new Set(all).size === all.length,
)

/**
 * Every master setting by type and key, with the defaults of the specification. Durations and the emergency's
 * defaults are those of the judge (`packages/heat`), where their reason is written.
 */
export const settings = {
  EMAIL_ALERT_SETTING: {
    TO: addresses,
    CC: addresses,
    BCC: addresses,
    BLOCK_SEND_ALERT_AFTER_PERIOD_TIME: pause(30),
  },
  GENERAL_ALERT_SETTING: {
    EMAIL_SENDING_TARGET: level([0, 1, 2, 3], 3),
    EMERGENCY_RESPONSE_ALERT: on,
    ALIVE_MONITORING_ALERT: on,
    /** The highest total level that heat alone makes. */
    HEAT_ALONE_MAX_LEVEL: level([2, 3], 2),
    /** Seconds within which a device may cancel an alarm that it judged itself; 0: people are notified at once. */
    ALARM_CANCEL_SECONDS: declare(wireInteger(0, 600), 30, { unit: '秒' }),
  },
  ESCALATION_SETTING: { MINUTES: declare(steps, [3, 5, 10, 15], { unit: '分' }), STEPS: declare(order, [...escalationRoles]) },
  /** What clears a site's warning lamp, and whether drills light it. */
  WARNING_LAMP_SETTING: { CLEARED_BY_ACKNOWLEDGEMENT: off, LIT_BY_DRILLS: off },
  /** Whether service- and contract-unit administrators must have a second factor. */
  SIGN_IN_SETTING: { SECOND_FACTOR_REQUIRED: declare(Toggle, '0', { editors: ofCompany }) },
  /** JSON of the questions of the morning check (`check-questions.ts`). */
  MORNING_CHECK_SETTING: {
    QUESTIONS: declare(
      z.string().refine((text) => readCheckQuestions(text) !== undefined, { params: { rule: 'checkQuestions' } }),
      writeCheckQuestions(standardQuestions),
    ),
  },
  SAFETY_BELT_DISPLAY_SETTING: { DISPLAY: declare(Toggle, '1', { editors: ofUnitAdmins }) },
  COMPREHENSIVE_ALERT_DETECTION_DURATION: {
    SUSTAINED_HEARTBEAT_LOSS: duration(5),
    INSTANTANEOUS_HEARTBEAT_LOSS: duration(2),
    MAXIMUM_HEART_RATE: duration(4),
  },
  CUMULATIVE_TIME_FOR_EMERGENCY_ALERT_DETECTION: {
    LEVEL_OF_MEASURING: level([1, 2, 3], 3),
    ACCUMULATED_TIME: withinTheHour(15),
  },
  PHYSICAL_CONDITION_LIST_DISPLAY_ITEM_SETTING: {
    EMERGENCY: always,
    GENERAL_ALERT: always,
    FULL_NAME: always,
    AGE: on,
    BASE_NAME: on,
    GROUP: on,
    HEART_BEATS: on,
    WBGT_EXCEEDS: on,
    WBGT_VALUE: on,
    WBGT_MEASUREMENT_LOCATION: on,
    LOCATION_INTELLIGENCE: on,
    ELAPSED_TIME: on,
    BATTERY: on,
    RADIO_FIELD_STRENGTH: on,
  },
  SAFETY_LIST_DISPLAY_ITEM_SETTING: {
    FULL_NAME: always,
    HOOK_STATE: on,
    BATTERY: on,
    SLAVE_BATTERY: on,
    RADIO_FIELD_STRENGTH: on,
    LOCATION_INFORMATION_NAME: on,
    REFERENCE_AIR_PRESSURE: on,
    ALTITUDE: on,
    ELAPSED_TIME: on,
  },
  EMAIL_ALERT_DISPLAY_ITEM_SETTING: {
    EMERGENCY: on,
    GENERAL_ALERT: on,
    FULL_NAME: on,
    AGE: off,
    BASE_NAME: on,
    GROUP: on,
    HEART_BEATS: off,
    WBGT_EXCEEDS: on,
    WBGT_VALUE: on,
    WBGT_MEASUREMENT_LOCATION: on,
    LOCATION_INTELLIGENCE: on,
    ELAPSED_TIME: on,
    BATTERY: on,
    RADIO_FIELD_STRENGTH: on,
    LOCATION_INFORMATION_NAME: on,
    CONTACT_ADDRESS: off,
    LEADER_NAME: on,
    LEADER_CONTACT_INFORMATION: on,
  },
  ALERT_LIST_DISPLAY_ITEM_SETTING: {
    EMERGENCY: always,
    DATETIME_OF_OCCURRENCE: on,
    COMPREHENSIVE_ALERT: always,
    NAME: always,
    LOCATION: on,
    BASE_NAME: on,
    HEART_RATE: on,
    WBGT_EXCESSIVE: on,
    WBGT_MEASUREMENT_POINT: on,
    LOCATION_INFORMATION: on,
  },
} as const satisfies Record<string, Record<string, Setting>>

type Settings = typeof settings
export type SettingType = keyof Settings
type KeysOf<Type> = Type extends SettingType ? keyof Settings[Type] & string : never
export type SettingKey = KeysOf<SettingType>

/** Type and key of a setting: `['SAFETY_BELT_DISPLAY_SETTING', 'DISPLAY']`. */
export type SettingName = { readonly [Type in SettingType]: readonly [Type, KeysOf<Type>] }[SettingType]

/** The value of a setting: `'0' | '1'` of a switch, a number, a list. */
export type SettingValue<Name extends SettingName> = Name extends readonly [infer Type extends SettingType, infer Key]
  ? Key extends keyof Settings[Type]
    ? Settings[Type][Key] extends Setting<infer Schema>
      ? z.output<Schema>
      : never
    : never
  : never

/** The declaration of a setting. */
export const settingOf = <Name extends SettingName>(...[type, key]: Name) =>
  (settings[type] as Readonly<Record<string, Setting>>)[key] as Setting<z.ZodType<SettingValue<Name>>>

/** Every setting's type and key, in the order of the declaration. */
export const settingNames: readonly SettingName[] = Object.entries(settings).flatMap(([type, keys]) =>
  Object.keys(keys).map((key) => [type, key] as readonly [string, string] as SettingName),
)

/** The setting of a type and a key; undefined where none has these names. */
export const settingNameOf = (type: string, key: string): SettingName | undefined =>
  settingNames.find((name) => name[0] === type && name[1] === key)

/** A setting as the audit log and forms name it: `SAFETY_BELT_DISPLAY_SETTING.DISPLAY`. */
export const settingField = ([type, key]: SettingName): `${string}.${string}` => `${type}.${key}`
