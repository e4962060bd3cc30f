import { expect, test } from 'vitest'
import { faultsOf, faultyRows, unlistedRows } from './faults.ts'

const file = {
  encoding: 'UTF-8',
  rows: [
    ['\uFEFFログインID', '生年月日'],
    ['a1', '昭和46年13月2日'],
    ['a2', '1971-01-01'],
  ],
} as const

test('a line is split into column and remedy, and the file shows the value there', () => {
  expect(faultsOf([{ row: 2, text: '生年月日：日付として読めません。' }], file)).toEqual([
    { row: 2, column: '生年月日', value: '昭和46年13月2日', remedy: '日付として読めません。' },
  ])
})

test('the first column is found behind the byte-order mark', () => {
  expect(faultsOf([{ row: 3, text: 'ログインID：9行目と同じです。' }], file)[0]?.value).toBe('a2')
})

test('a line without a column, or of a file too large to look into, stays as it is', () => {
  expect(faultsOf([{ row: 2, text: '削除する人が見つかりません。' }], file)).toEqual([
    { row: 2, column: '', value: '', remedy: '削除する人が見つかりません。' },
  ])
  expect(faultsOf([{ row: 2, text: '氏名：この項目は必須です。' }], { rows: undefined })[0]).toMatchObject({
    column: '氏名',
    value: '',
  })
})

test('what is wrong with the file as a whole stays in one piece', () => {
  expect(faultsOf([{ row: null, text: '1行目に見出しがありません：氏名、フリガナ' }], file)).toEqual([
    { row: null, column: '', value: '', remedy: '1行目に見出しがありません：氏名、フリガナ' },
  ])
})

test('what the server leaves untold belongs to no row', () => {
  const faults = faultsOf(
    [
      { row: 5, text: '氏名：この項目は必須です。' },
      { row: 5, text: 'ほかに、誤りのある行が1,800行あります。' },
    ],
    file,
  )
  expect(faults[1]).toEqual({ row: null, column: '', value: '', remedy: 'ほかに、誤りのある行が1,800行あります。' })
  expect(faultyRows(faults)).toBe(1)
  expect(unlistedRows(faults)).toBe(1_800)
  expect(unlistedRows(faults.slice(0, 1))).toBe(0)
})

test('a refused password is not shown', () => {
  const people = { encoding: 'UTF-8', rows: [['パスワード'], ['Password1']] } as const
  expect(faultsOf([{ row: 2, text: 'パスワード：よく使われているパスワードです。' }], people)).toEqual([
    { row: 2, column: 'パスワード', value: '', remedy: 'よく使われているパスワードです。' },
  ])
})
