import { expect, test } from 'vitest'
import { typedFault } from './typed-date.ts'

test.each([
  ['2026/11/20', 'daily', undefined],
  ['2026-11-20', 'daily', undefined],
  ['20261120', 'daily', undefined],
  ['2026/11/24', 'daily', '今日までの日付を入力してください。'],
  ['2026/11/31', 'daily', '日付は 2026/07/01 のように入力してください。'],
  ['きのう', 'daily', '日付は 2026/07/01 のように入力してください。'],
  ['2026年9月', 'monthly', undefined],
  ['2026/09', 'monthly', undefined],
  ['2026-12', 'monthly', '今月までの月を入力してください。'],
  ['2026/13', 'monthly', '月は 2026/07 のように入力してください。'],
] as const)('%s in the %s report: %s', (typed, period, fault) => expect(typedFault(typed, period, '2026-11-23')).toBe(fault))
