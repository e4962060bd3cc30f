import { expect, test } from 'vitest'
import { correctionInWords, keptLevelInWords } from './quality-words.ts'

test('a kept level says what was missing', () => {
  expect(keptLevelInWords([])).toBeUndefined()
  expect(keptLevelInWords(['wbgt'])).toBe('WBGTなしのため保持')
  expect(keptLevelInWords(['heartRate', 'wbgt'])).toBe('心拍・WBGTなしのため保持')
})

test('a corrected clock says which way and how far', () => {
  expect(correctionInWords(11)).toBe('時計の進み 11分を補正')
  expect(correctionInWords(-120)).toBe('時計の遅れ 2時間を補正')
  expect(correctionInWords(-125)).toBe('時計の遅れ 2時間5分を補正')
})
