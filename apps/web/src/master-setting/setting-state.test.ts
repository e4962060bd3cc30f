import type { SettingRow } from '@mimamori/contract/master-setting'
import type { SettingName } from '@mimamori/contract/settings'
import { expect, test } from 'vitest'
import { bodyOf, changedOf, draftAfter, faultsOf, ownCount, type SettingState, shownOf, withTyped } from './setting-state.ts'

const minutes = ['CUMULATIVE_TIME_FOR_EMERGENCY_ALERT_DETECTION', 'ACCUMULATED_TIME'] as const
const age = ['PHYSICAL_CONDITION_LIST_DISPLAY_ITEM_SETTING', 'AGE'] as const
const to = ['EMAIL_ALERT_SETTING', 'TO'] as const

const row = (
  [type, key]: SettingName,
  value: string,
  source: SettingRow['source'],
  without: SettingRow['without'],
  version = 0,
): SettingRow => ({
  type,
  key,
  value,
  source,
  without,
  version,
})
const ofCompany = { value: '20', source: 'company' } as const
const none = { value: '', source: 'default' } as const
const start: SettingState = {
  owner: 'office',
  rows: [
    row(minutes, '20', 'company', ofCompany),
    row(age, '0', 'office', { value: '1', source: 'default' }, 3),
    row(to, '', 'default', none),
  ],
  draft: {},
}
const typed = (state: SettingState, name: SettingName, text: string | null): SettingState => ({
  ...state,
  draft: withTyped(state, name, text),
})

test('a value typed is the site’s own, and says what it was and would be', () => {
  const state = typed(start, minutes, '30')
  expect(shownOf(state, minutes)).toEqual({
    name: minutes,
    value: '30',
    source: 'office',
    own: true,
    without: ofCompany,
    before: '20',
    changed: true,
  })
  expect(bodyOf(state)).toEqual([{ type: minutes[0], key: minutes[1], value: '30', version: 0 }])
})

test.each(['20', '020', '２０'])('what the company says anyway is no own value, and no change: %s', (text) => {
  const state = typed(start, minutes, text)
  expect(shownOf(state, minutes)).toMatchObject({ value: text, source: 'company', own: false, changed: false })
  expect(changedOf(state)).toEqual([])
})

test('typing on the way to a value loses nothing that was typed', () => {
  let state = start
  for (const text of ['2', '', '1', '15']) {
    state = typed(state, minutes, text)
    expect(shownOf(state, minutes)?.value).toBe(text)
  }
})

test('an own value is taken back by its button or by choosing what it would be without', () => {
  for (const text of [null, '1']) {
    const state = typed(start, age, text)
    expect(shownOf(state, age)).toMatchObject({ value: '1', source: 'default', own: false, changed: true, before: '0' })
    expect(bodyOf(state)).toEqual([{ type: age[0], key: age[1], value: null, version: 3 }])
    expect(typed(state, age, '0').draft).toEqual({})
  }
  expect([start, typed(start, age, null), typed(start, minutes, '30')].map(ownCount)).toEqual([1, 0, 2])
})

test('only what changes is looked at for faults', () => {
  const state = typed(typed(start, minutes, ''), to, 'a@example.co.jp,anzen')
  expect(faultsOf(state)).toEqual({
    [minutes.join('.')]: ['この項目は必須です。'],
    [to.join('.')]: ['「anzen」には@がありません。'],
  })
  expect(faultsOf(typed(state, minutes, '0'))).not.toHaveProperty(minutes.join('.'))
})

test('read again, what somebody else changed is shown as they saved it; the rest of what was typed stays', () => {
  const state = typed(typed(start, minutes, '30'), age, null)
  const after = start.rows.map((one) => (one.key === 'AGE' ? { ...one, version: 4 } : one))
  expect(draftAfter(state, after)).toEqual({ [minutes.join('.')]: '30' })
})
