import type { SettingName } from '@mimamori/contract/settings'
import { expect, test } from 'vitest'
import { settingValueInWords } from '../organisation/settings/setting-value.ts'
import { cautionOf, isPersonal, untoldCaution } from './setting-words.ts'

const durations = 'COMPREHENSIVE_ALERT_DETECTION_DURATION'

test.each<[SettingName, string, string]>([
  [[durations, 'MAXIMUM_HEART_RATE'], '4', '4分'],
  [['ESCALATION_SETTING', 'MINUTES'], '3,5,10', '3・5・10分'],
  [['EMAIL_ALERT_SETTING', 'TO'], 'a@example.jp,b@example.jp', '2件'],
  [['ESCALATION_SETTING', 'STEPS'], 'GroupLeader,HeadquartersAdmin', '職長→拠点管理者'],
  [['EMAIL_ALERT_SETTING', 'TO'], '', 'なし'],
  [['GENERAL_ALERT_SETTING', 'EMAIL_SENDING_TARGET'], '2', '警戒から'],
  [['GENERAL_ALERT_SETTING', 'EMERGENCY_RESPONSE_ALERT'], '0', '送らない'],
  [['WARNING_LAMP_SETTING', 'CLEARED_BY_ACKNOWLEDGEMENT'], '1', '消す'],
  [['WARNING_LAMP_SETTING', 'LIT_BY_DRILLS'], '0', '点けない'],
  [['CUMULATIVE_TIME_FOR_EMERGENCY_ALERT_DETECTION', 'LEVEL_OF_MEASURING'], '3', '3以上'],
  [['ALERT_LIST_DISPLAY_ITEM_SETTING', 'HEART_RATE'], '0', '非表示'],
])('%s %s is said as %s', (name, value, words) => expect(settingValueInWords(name, value)).toBe(words))

test.each<[SettingName, string, string]>([
  [[durations, 'SUSTAINED_HEARTBEAT_LOSS'], '6', '既定より1分遅く注意になります。'],
  [[durations, 'INSTANTANEOUS_HEARTBEAT_LOSS'], '10', '既定より8分遅く警戒になります。'],
  [[durations, 'MAXIMUM_HEART_RATE'], '６', '既定より2分遅く危険になります。'],
  [['CUMULATIVE_TIME_FOR_EMERGENCY_ALERT_DETECTION', 'ACCUMULATED_TIME'], '20', '既定より5分遅く緊急になります。'],
  [['GENERAL_ALERT_SETTING', 'EMAIL_SENDING_TARGET'], '0', '危険になっても、メールもプッシュも届かず、再通知もしません。'],
  [
    ['GENERAL_ALERT_SETTING', 'EMERGENCY_RESPONSE_ALERT'],
    '0',
    '緊急と呼出、機器の警報（転倒や助けを求める通報など）は、メールもプッシュも届かず、再通知もしません。',
  ],
  [['GENERAL_ALERT_SETTING', 'ALARM_CANCEL_SECONDS'], '90', '既定より60秒遅く知らせます。'],
  [['GENERAL_ALERT_SETTING', 'ALIVE_MONITORING_ALERT'], '0', '心拍が取れなくなっても、メールもプッシュも届きません。'],
  [['EMAIL_ALERT_SETTING', 'BLOCK_SEND_ALERT_AFTER_PERIOD_TIME'], '31', 'メールとプッシュを止めます（再通知は続きます）。'],
  [['ESCALATION_SETTING', 'MINUTES'], '3,5,11,15', '既定より遅く再通知します。'],
  [['ESCALATION_SETTING', 'STEPS'], 'GroupLeader,HeadquartersAdmin', '副職長と契約管理者には知らせません。'],
])('%s of %s makes alarms later or rarer, and says so', (name, value, says) => expect(cautionOf(name, value)).toContain(says))

test.each<[SettingName, string]>([
  [[durations, 'MAXIMUM_HEART_RATE'], '2'],
  [[durations, 'MAXIMUM_HEART_RATE'], '0'],
  [[durations, 'MAXIMUM_HEART_RATE'], 'x'],
  [['CUMULATIVE_TIME_FOR_EMERGENCY_ALERT_DETECTION', 'LEVEL_OF_MEASURING'], '1'],
  [['GENERAL_ALERT_SETTING', 'EMAIL_SENDING_TARGET'], '1'],
  [['GENERAL_ALERT_SETTING', 'ALIVE_MONITORING_ALERT'], '1'],
  [['EMAIL_ALERT_SETTING', 'BLOCK_SEND_ALERT_AFTER_PERIOD_TIME'], '0'],
  [['ESCALATION_SETTING', 'MINUTES'], '1,5,10,15'],
  [['ESCALATION_SETTING', 'STEPS'], 'AdminUnitContract,HeadquartersAdmin,GroupLeader,GroupSubLeader'],
  [['ALERT_LIST_DISPLAY_ITEM_SETTING', 'HEART_RATE'], '0'],
])('%s of %s costs no safety', (name, value) => expect(cautionOf(name, value)).toBeUndefined())

test('the steps say who is not notified again', () => {
  expect(untoldCaution('1', '1')).toBeUndefined()
  expect(untoldCaution('0', '1')).toBe('危険と安全帯は送らない設定のため、再通知もしません。')
  expect(untoldCaution('1', '0')).toBe('緊急と呼出、機器の警報は送らない設定のため、再通知もしません。')
  expect(untoldCaution('0', '0')).toBe('緊急と呼出、機器の警報、危険と安全帯は送らない設定のため、再通知もしません。')
})

test('of the mail’s items three are personal', () => {
  const items = ['AGE', 'HEART_BEATS', 'CONTACT_ADDRESS', 'FULL_NAME'] as const
  expect(items.map((key) => isPersonal(['EMAIL_ALERT_DISPLAY_ITEM_SETTING', key]))).toEqual([true, true, true, false])
  expect(isPersonal(['PHYSICAL_CONDITION_LIST_DISPLAY_ITEM_SETTING', 'AGE'])).toBe(false)
})
