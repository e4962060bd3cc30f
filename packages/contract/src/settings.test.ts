import { describe, expect, expectTypeOf, it } from 'vitest'
import { settingFaults } from './setting-faults.ts'
import { settingLabels, settingTypeLabels } from './setting-labels.ts'
import { type Setting, type SettingName, settingOf, settings } from './settings.ts'

// As the specification lists them, display items in the order in which a list shows them; how administrators sign in and what a lamp shows are ours.
const condition =
  'EMERGENCY GENERAL_ALERT FULL_NAME AGE BASE_NAME GROUP HEART_BEATS WBGT_EXCEEDS WBGT_VALUE WBGT_MEASUREMENT_LOCATION ' +
  'LOCATION_INTELLIGENCE ELAPSED_TIME BATTERY RADIO_FIELD_STRENGTH'
const ofSpec: Record<string, string> = {
  EMAIL_ALERT_SETTING: 'TO CC BCC BLOCK_SEND_ALERT_AFTER_PERIOD_TIME',
  GENERAL_ALERT_SETTING: 'EMAIL_SENDING_TARGET EMERGENCY_RESPONSE_ALERT ALIVE_MONITORING_ALERT HEAT_ALONE_MAX_LEVEL ALARM_CANCEL_SECONDS',
  ESCALATION_SETTING: 'MINUTES STEPS',
  WARNING_LAMP_SETTING: 'CLEARED_BY_ACKNOWLEDGEMENT LIT_BY_DRILLS',
  SIGN_IN_SETTING: 'SECOND_FACTOR_REQUIRED',
  MORNING_CHECK_SETTING: 'QUESTIONS',
  SAFETY_BELT_DISPLAY_SETTING: 'DISPLAY',
  COMPREHENSIVE_ALERT_DETECTION_DURATION: 'SUSTAINED_HEARTBEAT_LOSS INSTANTANEOUS_HEARTBEAT_LOSS MAXIMUM_HEART_RATE',
  CUMULATIVE_TIME_FOR_EMERGENCY_ALERT_DETECTION: 'LEVEL_OF_MEASURING ACCUMULATED_TIME',
  PHYSICAL_CONDITION_LIST_DISPLAY_ITEM_SETTING: condition,
  SAFETY_LIST_DISPLAY_ITEM_SETTING:
    'FULL_NAME HOOK_STATE BATTERY SLAVE_BATTERY RADIO_FIELD_STRENGTH LOCATION_INFORMATION_NAME REFERENCE_AIR_PRESSURE ALTITUDE ELAPSED_TIME',
  EMAIL_ALERT_DISPLAY_ITEM_SETTING: `${condition} LOCATION_INFORMATION_NAME CONTACT_ADDRESS LEADER_NAME LEADER_CONTACT_INFORMATION`,
  ALERT_LIST_DISPLAY_ITEM_SETTING:
    'EMERGENCY DATETIME_OF_OCCURRENCE COMPREHENSIVE_ALERT NAME LOCATION BASE_NAME HEART_RATE WBGT_EXCESSIVE WBGT_MEASUREMENT_POINT LOCATION_INFORMATION',
}

const all: [type: string, key: string, setting: Setting][] = Object.entries(settings).flatMap(([type, keys]) =>
  Object.entries(keys).map(([key, setting]): [string, string, Setting] => [type, key, setting]),
)
const reads = (type: string, key: string, given: string | number) =>
  settingOf(...([type, key] as unknown as SettingName)).schema.safeParse(given)

describe('master settings', () => {
  it('are those of the specification, in its order', () => {
    const declared = Object.entries(settings).map(([type, keys]) => [type, Object.keys(keys).join(' ')])
    expect(Object.fromEntries(declared)).toEqual(ofSpec)
  })

  it('each have a label, and no label is left over', () => {
    expect(Object.keys(settingTypeLabels)).toEqual(Object.keys(settings))
    expect(Object.keys(settingLabels).toSorted()).toEqual([...new Set(all.map(([, key]) => key))].toSorted())
  })

  it.each(all)('%s %s reads its own default as it is written', (type, key, setting) =>
    expect(reads(type, key, String(setting.default))).toMatchObject({ success: true, data: setting.default }),
  )

  it('say of their type what they hold', () => {
    expectTypeOf(settingOf('SAFETY_BELT_DISPLAY_SETTING', 'DISPLAY').default).toEqualTypeOf<'0' | '1'>()
    expectTypeOf(settingOf('CUMULATIVE_TIME_FOR_EMERGENCY_ALERT_DETECTION', 'LEVEL_OF_MEASURING').default).toEqualTypeOf<1 | 2 | 3>()
    expectTypeOf(settingOf('EMAIL_ALERT_SETTING', 'TO').default).toEqualTypeOf<string[]>()
  })

  it('begin with the defaults of the specification', () => {
    const hidden = all.filter(([, , setting]) => setting.default === '0').map(([type, key]) => `${type}.${key}`)
    expect(hidden).toEqual([
      'WARNING_LAMP_SETTING.CLEARED_BY_ACKNOWLEDGEMENT',
      'WARNING_LAMP_SETTING.LIT_BY_DRILLS',
      'SIGN_IN_SETTING.SECOND_FACTOR_REQUIRED',
      ...['AGE', 'HEART_BEATS', 'CONTACT_ADDRESS'].map((key) => `EMAIL_ALERT_DISPLAY_ITEM_SETTING.${key}`),
    ])
    expect(settings.GENERAL_ALERT_SETTING.EMAIL_SENDING_TARGET.default).toBe(3)
    expect(settings.EMAIL_ALERT_SETTING.BLOCK_SEND_ALERT_AFTER_PERIOD_TIME).toMatchObject({ default: 30, unit: '分' })
    expect(settings.ESCALATION_SETTING.MINUTES.default).toEqual([3, 5, 10, 15])
  })

  it.each([
    ['EMAIL_ALERT_SETTING', 'BLOCK_SEND_ALERT_AFTER_PERIOD_TIME', '-1'],
    ['GENERAL_ALERT_SETTING', 'EMAIL_SENDING_TARGET', '4'],
    ['ESCALATION_SETTING', 'MINUTES', '5,3'],
    ['ESCALATION_SETTING', 'MINUTES', ''],
    ['ESCALATION_SETTING', 'STEPS', ''],
    ['ESCALATION_SETTING', 'STEPS', 'User'],
    ['ESCALATION_SETTING', 'STEPS', 'GroupLeader,GroupLeader'],
    ['ESCALATION_SETTING', 'STEPS', 'GroupLeader,channel:7'],
    ['ESCALATION_SETTING', 'STEPS', 'channel:0123456789abcdef,channel:0123456789abcdef'],
    ['SAFETY_BELT_DISPLAY_SETTING', 'DISPLAY', '2'],
    ['COMPREHENSIVE_ALERT_DETECTION_DURATION', 'MAXIMUM_HEART_RATE', '1441'],
    ['COMPREHENSIVE_ALERT_DETECTION_DURATION', 'MAXIMUM_HEART_RATE', '1.5'],
    ['CUMULATIVE_TIME_FOR_EMERGENCY_ALERT_DETECTION', 'LEVEL_OF_MEASURING', '0'],
    ['ALERT_LIST_DISPLAY_ITEM_SETTING', 'NAME', '0'],
  ])('%s %s cannot be “%s”', (type, key, text) => expect(reads(type, key, text).success).toBe(false))

  it('name an address that is none when it is saved, and read the others of a list stored by an older rule', () => {
    expect(settingFaults(['EMAIL_ALERT_SETTING', 'TO'], 'a@example.co.jp,anzen')).toEqual(['「anzen」には@がありません。'])
    expect(reads('EMAIL_ALERT_SETTING', 'TO', 'a@example.co.jp,anzen').data).toEqual(['a@example.co.jp'])
  })

  it('read full width, spaces and an empty list of addresses', () => {
    expect(reads('CUMULATIVE_TIME_FOR_EMERGENCY_ALERT_DETECTION', 'ACCUMULATED_TIME', ' ２０ ').data).toBe(20)
    expect(reads('EMAIL_ALERT_SETTING', 'CC', 'a@example.co.jp, b@example.co.jp').data).toEqual(['a@example.co.jp', 'b@example.co.jp'])
    expect(reads('EMAIL_ALERT_SETTING', 'CC', '').data).toEqual([])
  })

  it.each([
    ['COMPREHENSIVE_ALERT_DETECTION_DURATION', 'SUSTAINED_HEARTBEAT_LOSS'],
    ['COMPREHENSIVE_ALERT_DETECTION_DURATION', 'INSTANTANEOUS_HEARTBEAT_LOSS'],
    ['COMPREHENSIVE_ALERT_DETECTION_DURATION', 'MAXIMUM_HEART_RATE'],
  ])('%s %s of 0 acts as 1, and lasts a day at most', (type, key) => {
    expect(['0', 0, '1', '1440'].map((given) => reads(type, key, given).data)).toEqual([1, 1, 1, 1_440])
    expect(['1441', '-1'].map((given) => reads(type, key, given).success)).toEqual([false, false])
  })

  it('count time towards an emergency within an hour: more acts as an hour', () => {
    const [type, key] = ['CUMULATIVE_TIME_FOR_EMERGENCY_ALERT_DETECTION', 'ACCUMULATED_TIME']
    expect(['0', '60', '61', '1440'].map((given) => reads(type, key, given).data)).toEqual([1, 60, 60, 60])
    expect(reads(type, key, '1441').success).toBe(false)
  })

  it('hold back no mail where the pause between mails is 0', () =>
    expect(reads('EMAIL_ALERT_SETTING', 'BLOCK_SEND_ALERT_AFTER_PERIOD_TIME', '0').data).toBe(0))

  it('of a company are its administrators’ to change; whether belts are shown and how they sign in, never the base administrator’s', () => {
    for (const [type, , { editors }] of all) {
      expect(editors.company).toEqual(['AdminUnitService', 'AdminUnitContract'])
      expect(editors.office.includes('HeadquartersAdmin')).toBe(!['SAFETY_BELT_DISPLAY_SETTING', 'SIGN_IN_SETTING'].includes(type))
    }
  })
})
