import { expect, test } from 'vitest'
import { loginIdsOf } from './login-id-ways.ts'

const refusals = (baseCode: string | undefined) => loginIdsOf(baseCode).ways.map(({ refusal }) => refusal !== undefined)

test('login IDs are made of a site’s code only where one may begin with it', () => {
  expect(refusals('H001')).toEqual([false, false])
  expect(loginIdsOf('H001').ways.map(({ example }) => example)).toEqual(['H001-0123', 'H001-1'])
  expect(refusals('東雲3丁目')).toEqual([true, true])
  expect(refusals('H'.repeat(100))).toEqual([true, true])
  expect(loginIdsOf('東雲3丁目').ways[0]?.refusal).toBe('拠点コード「東雲3丁目」は、ログインIDに使えません。')
  expect(loginIdsOf('東雲3丁目').note).toContain('ファイルにログインIDを入れてください')
})

test('before a site is chosen nothing is refused', () => expect(refusals(undefined)).toEqual([false, false]))
