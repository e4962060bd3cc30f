import { expect, test } from 'vitest'
import { emptyRow, type RowDraft } from './map-rows.ts'
import { faultOfLine, faultsOf, faultsOfLines } from './row-faults.ts'

const row = (values: Partial<RowDraft> = {}): RowDraft => ({ ...emptyRow('a'), locationName: 'A工区', ...values })
const chosen = { file: new File(['1'], 'a.png'), width: 1, height: 1, storedAs: null }
const refused = { name: 'a.tif', size: 9, text: 'TIFFは使えません。' }
const partsOf = (values: Partial<RowDraft>) => faultsOf(row(values)).map(({ part }) => part)

test('a drawing may wait, a name may not, and neither name nor floor may be longer than the contract has it', () => {
  expect(faultsOf(row())).toEqual([])
  expect(faultsOf(row({ locationName: ' ' }))).toEqual([{ part: 'locationName', text: 'この項目は必須です。' }])
  expect(faultsOf(row({ locationName: 'あ'.repeat(101), floor: 'あ'.repeat(101) }))).toEqual([
    { part: 'locationName', text: '100文字以内で入力してください。' },
    { part: 'floor', text: '100文字以内で入力してください。' },
  ])
})

test('a drawing over the world needs its file, registered or new, and its first corner', () => {
  const place = { ...row().place, angleCoordinate1: '35.1,139.1' }
  const picture = { key: 'a.png', name: 'a.png', width: 1, height: 1, size: 1 }
  expect(partsOf({ type: 3 })).toEqual(['picture'])
  expect(partsOf({ type: 3, place })).toEqual(['picture'])
  expect(partsOf({ type: 3, chosen })).toEqual(['place'])
  expect(partsOf({ type: 3, place, chosen })).toEqual([])
  expect(partsOf({ type: 3, place, picture })).toEqual([])
  expect(partsOf({ type: 2 })).toEqual([])
})

test('half a place and corners that enclose nothing are faults of the place, unless the server has them already', () => {
  const place = { ...row().place, latitude: 35.5 }
  expect(faultsOf(row({ type: 2, place }))).toEqual([
    { part: 'place', text: '緯度だけでは場所が決まりません。経度も入力するか、両方を空にしてください。' },
  ])
  expect(faultsOf(row({ type: 2, place, savedType: 2, savedPlace: place }))).toEqual([])
  const corner = '35.1,139.1'
  const flat = { ...row().place, angleCoordinate1: corner, angleCoordinate2: corner, angleCoordinate3: corner, angleCoordinate4: corner }
  expect(partsOf({ type: 3, chosen, place: flat })).toEqual(['place'])
})

test('a refused file is a fault until it is taken away or a good one is chosen, and none where there is no drawing', () => {
  expect(faultsOf(row({ refused }))).toEqual([{ part: 'picture', text: refused.text }])
  expect(partsOf({ refused, chosen })).toEqual([])
  expect(partsOf({ refused, type: 2 })).toEqual([])
})

test('a line of the server finds its field, and its row by the number from 1', () => {
  expect(faultOfLine('建物・工区：この項目は必須です。')).toEqual({ part: 'locationName', text: 'この項目は必須です。' })
  expect(faultOfLine('図面の左上：緯度,経度の形で入力してください。')).toMatchObject({ part: 'place' })
  expect(faultOfLine('図面：画像が見つかりません。')).toEqual({ part: 'picture', text: '画像が見つかりません。' })
  expect(faultOfLine('同じマップが2行にあります。')).toEqual({ part: null, text: '同じマップが2行にあります。' })
  const text = '階：100文字以内で入力してください。'
  expect(faultsOfLines([{ row: 2, text }], ['a', 'b'])).toEqual({ b: [{ part: 'floor', text: '100文字以内で入力してください。' }] })
})

test('what belongs to no row is left to a dialog, whole', () => {
  expect(faultsOfLines([{ row: null, text: '保存できません。' }], ['a'])).toBeUndefined()
  expect(faultsOfLines([{ row: 2, text: '保存できません。' }], ['a'])).toBeUndefined()
})
