import { expect, test } from 'vitest'
import { remedyOf } from './issue-text.ts'
import { WorkerDraft } from './person.ts'

const remedies = (dateOfBirth: unknown) =>
  WorkerDraft.shape.dateOfBirth.safeParse(dateOfBirth, { reportInput: true }).error?.issues.map(remedyOf)

test.each([
  ['', 'この項目は必須です。'],
  [null, 'この項目は必須です。'],
  ['昭和55年', '日付として読めません。2026-07-20 の形で入力してください。'],
  ['100-1-1', '日付として読めません。2026-07-20 の形で入力してください。'],
  ['1900-01-01', '1900年より後の日付を入力してください。'],
  ['9999-12-31', '今日より前の日付を入力してください。'],
])('of %s as a day of birth one thing is said: %s', (given, remedy) => {
  expect(remedies(given)).toEqual([remedy])
})
