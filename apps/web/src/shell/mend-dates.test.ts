import { screens, type ScreenName } from '@mimamori/contract/screens'
import { expect, test } from 'vitest'
import { currentNotices } from '../kit/notify.ts'
import { mendDates } from './mend-dates.ts'

const mended = (screen: ScreenName, search: Record<string, unknown>) => {
  try {
    mendDates(screen, search, { pathname: screens[screen].path, hash: '' })
  } catch (redirection) {
    return (redirection as { options: { to: string; search: unknown; replace: boolean } }).options
  }
  return undefined
}

test.each<[ScreenName, Record<string, unknown>, Record<string, unknown>]>([
  ['alertList', { allTime: '1', from: '2026-02-30', to: '2026-03-01' }, { allTime: '1', to: '2026-03-01' }],
  ['safetySummary', { OFFICEID: '1', Month: '2027-13' }, { OFFICEID: '1' }],
  ['report', { period: '1', date: '2027-13' }, { period: '1' }],
  ['report', { date: '2026-02-30', from: '2026-02-29' }, {}],
  ['logbook', { from: ['2026-04-31', '2026-04-30'] }, {}],
  ['conditionDetail', { UserId: '7', day: '2026-02-30' }, { UserId: '7' }],
  ['conditionDetail', { dayAlert: '2026/2/30', timeAlert: '2026-02-30T13:00:00+09:00' }, {}],
  ['auditLog', { from: '0000-01-01' }, {}],
])('%# an impossible date is left out of the address', (screen, search, expected) => {
  expect(mended(screen, search)).toMatchObject({ to: screens[screen].path, search: expected, replace: true })
  const firstValue = Object.values(search).flat()[0]
  expect(currentNotices().at(-1)?.text).toContain('という日付はありません。')
  expect(firstValue).toBeDefined()
})

test('what exists stays, in all the forms that link here, and what is no date is no matter of this', () => {
  for (const [screen, search] of [
    ['alertList', { from: '2024-02-29', officeId: 'x' }],
    ['report', { date: '2026-07' }],
    ['report', { date: '2026-07-20' }],
    ['conditionDetail', { day: '1', timeAlert: '13:31', dayAlert: '2026/2/8' }],
    ['conditionDetail', { timeAlert: '2026-02-28T13:00:00+09:00' }],
    ['home', { from: '2026-02-30' }],
  ] as const)
    expect(mended(screen, search)).toBeUndefined()
})
