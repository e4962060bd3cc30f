import { expect, test } from 'vitest'
import { gradeWordOf, levelWordOf } from './grade.ts'

test.each([
  [{ alertLevel: 0, heartRate: 85, status: '' }, '安全'],
  [{ alertLevel: 3, heartRate: 150, status: '' }, '危険'],
  [{ alertLevel: null, heartRate: 150, status: '' }, '判定待ち'],
  [{ alertLevel: null, heartRate: 150, status: '0' }, '記録なし'],
  [{ alertLevel: null, heartRate: null, status: '' }, '記録なし'],
  [{ alertLevel: null, heartRate: null, status: '1' }, '記録なし'],
] as const)('of %o the word is %s', (row, word) => {
  expect(levelWordOf(row)).toBe(word)
  expect(gradeWordOf({ ...row, emergency: '0' })).toBe(word)
  expect(gradeWordOf({ ...row, emergency: '1' })).toBe('緊急')
})
