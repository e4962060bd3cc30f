import type { SettingRow } from '@mimamori/contract/master-setting'
import { expect, test } from 'vitest'
import { proposedDraft } from './proposed-draft.ts'

const row = (type: string, key: string, value: string): SettingRow => ({
  type,
  key,
  value,
  source: 'default',
  without: { value, source: 'default' },
  version: 0,
})
const durations = 'COMPREHENSIVE_ALERT_DETECTION_DURATION'
const state = {
  owner: 'office',
  rows: [row(durations, 'MAXIMUM_HEART_RATE', '4'), row('EMAIL_ALERT_SETTING', 'TO', '')],
  draft: {},
} as const

test('an address proposes values that are not saved yet, of settings that a trial may change', () => {
  expect(proposedDraft(state, `${durations}.MAXIMUM_HEART_RATE:6`)).toEqual({ [`${durations}.MAXIMUM_HEART_RATE`]: '6' })
  expect(proposedDraft(state, 'EMAIL_ALERT_SETTING.TO:1,nonsense,GENERAL_ALERT_SETTING.NO:1')).toEqual({})
})

test('what holds anyway is no change, and what was typed before the session ended stays', () => {
  expect(proposedDraft(state, `${durations}.MAXIMUM_HEART_RATE:4`)).toEqual({})
  const typed = { ...state, draft: { 'EMAIL_ALERT_SETTING.TO': 'a@example.jp' } }
  expect(proposedDraft(typed, '')).toEqual(typed.draft)
})
