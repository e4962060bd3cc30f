import { expect, test } from 'vitest'
import { faultOf, isBlank, numberWithin, ranges, numberText, stripped } from './typed-number.ts'

test.each([
  ['35.681236', '35.681236'],
  ['３５．６８１２３６', '35.681236'],
  ['－１２．５', '-12.5'],
  ['ー12.5', '-12.5'],
  ['−12.5', '-12.5'],
  ['北緯35.68度', '35.68'],
  ['１２。５', '12.5'],
  [' 1e5 ', '15'],
  ['緯度', ''],
])('%s is read as %s', (typed, read) => expect(stripped(typed)).toBe(read))

test.each([
  ['35.681236', 35.681236],
  ['-90', -90],
  ['90', 90],
  ['.5', 0.5],
  ['5.', 5],
  ['90.0001', null],
  ['-91', null],
  ['1.2.3', null],
  ['1-2', null],
  ['.', null],
  ['-', null],
  ['', null],
])('as a latitude %s is %s', (text, number) => expect(numberWithin(text, ranges.latitude)).toBe(number))

test('nothing and a minus alone are no fault, and no number either', () => {
  for (const text of ['', '-']) {
    expect(isBlank(text)).toBe(true)
    expect(faultOf(text, ranges.longitude)).toBeUndefined()
  }
  expect(faultOf('180', ranges.longitude)).toBeUndefined()
  expect(faultOf('181', ranges.longitude)).toBe('正しくない値です。経度は-180から180の間の数値で入力してください。')
  expect(faultOf('22.1', ranges.zoom)).toBe('正しくない値です。拡大は0から22の間の数値で入力してください。')
  expect(faultOf('360.5', ranges.rotation)).toContain('0から360の間')
  expect(faultOf('0.04', ranges.imageZoom)).toContain('0.05から10の間')
})

test('a number is shown without what nobody typed', () => {
  expect(numberText(139.7671250001, 7)).toBe('139.767125')
  expect(numberText(0, 7)).toBe('0')
  expect(numberText(-0.00000001, 7)).toBe('0')
})
