import { WorkerDraft } from '@mimamori/contract/person'
import { expect, test } from 'vitest'
import { check, requiredNames } from '../../kit/form/check.ts'
import { AnswerError, ConflictError } from '../../platform/call-error.ts'
import { accountFaults } from './account-faults.ts'
import { accountSchema } from './account-schema.ts'

const isNew = accountSchema(WorkerDraft, 'User', true)
const isKnown = accountSchema(WorkerDraft, 'User', false)
const draft = {
  userName: 'sasaki-t',
  fullName: '佐々木　隆',
  furigana: 'ササキ　タカシ',
  companyId: 1,
  officeId: 1,
  gender: 1,
  dateOfBirth: '1971-05-18',
}

test('a new account needs both passwords, a known one neither', () => {
  expect(check(isNew, draft)).toEqual({
    good: false,
    errors: { password: 'この項目は必須です。', confirmPassword: 'この項目は必須です。' },
  })
  expect(check(isKnown, { ...draft, password: '', confirmPassword: '' }).good).toBe(true)
  expect([...requiredNames(isNew)]).toEqual(expect.arrayContaining(['password', 'confirmPassword']))
  expect(requiredNames(isKnown).has('password')).toBe(false)
})

test('two passwords that differ are said beside the other faults', () => {
  expect(check(isNew, { ...draft, fullName: '', password: 'Abcd-1234', confirmPassword: 'Abcd-1235' })).toEqual({
    good: false,
    errors: { fullName: 'この項目は必須です。', confirmPassword: 'パスワードと一致していません。' },
  })
  expect(check(isKnown, { ...draft, password: '', confirmPassword: 'Abcd-1234' })).toMatchObject({
    errors: { confirmPassword: 'パスワードと一致していません。' },
  })
})

test("a worker's password may have 255 characters", () => {
  const long = `Aa1${'x'.repeat(252)}`
  expect(check(isNew, { ...draft, password: long, confirmPassword: long }).good).toBe(true)
  expect(check(isNew, { ...draft, password: `${long}x`, confirmPassword: `${long}x` }).good).toBe(false)
})

test('a taken login ID gives way to the free one the server offers', () => {
  const put: string[] = []
  const error = new ConflictError([{ row: null, text: '使われています。' }], new Headers(), 'sasaki-t2')
  expect(accountFaults(error, 'sasaki-t', (suggestion) => put.push(suggestion))).toEqual({
    userName: 'ログインID「sasaki-t」は使われています。sasaki-t2 はいかがですか。',
  })
  expect(put).toEqual(['sasaki-t2'])
  expect(accountFaults(new ConflictError([{ row: null, text: '使われています。' }], new Headers(), null), 'x', () => undefined)).toEqual({
    userName: '使われています。',
  })
  expect(accountFaults(new Error('no'), 'x', () => undefined)).toBeUndefined()
})

test('a common password is said at its field, by itself', () => {
  const refused = (text: string) => accountFaults(new AnswerError(400, [{ row: null, text }], new Headers()), 'x', () => undefined)
  const words = 'よく使われているパスワードです。ほかの人が思いつかないものにしてください。'
  expect(refused(`パスワード：${words}`)).toEqual({ password: words })
  expect(refused('氏名：この項目は必須です。')).toBeUndefined()
})
