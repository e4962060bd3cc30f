import { PasswordChange } from '@mimamori/contract/session'
import { expect, test } from 'vitest'
import { check } from '../kit/form/check.ts'
import { requiredWhereBothEmpty } from './required-where-both-empty.ts'

const shown = (draft: { oldPassword: string; newPassword: string; confirmNewPassword: string }) => {
  const result = check(PasswordChange, draft)
  return result.good ? {} : requiredWhereBothEmpty(result.errors, draft)
}

test.each([
  ['Abcdef1', '8文字以上で入力してください。'],
  ['abcdefgh1', '半角の英小文字、英大文字、数字をそれぞれ1文字以上使ってください。'],
  ['ＡＢＣＤefgh1', '半角の英小文字、英大文字、数字をそれぞれ1文字以上使ってください。'],
  [`Aa1${'x'.repeat(98)}`, '100文字以内で入力してください。'],
])('the new password %s', (newPassword, words) => {
  expect(shown({ oldPassword: 'x', newPassword, confirmNewPassword: newPassword })).toEqual({ newPassword: words })
})

test('a confirmation that differs is said together with everything else', () => {
  expect(shown({ oldPassword: '', newPassword: 'Abcdefg1', confirmNewPassword: 'Abcdefg2' })).toEqual({
    oldPassword: 'この項目は必須です。',
    confirmNewPassword: '新しいパスワードと一致していません。',
  })
})

test('the old password as the new one is said at the new one', () => {
  expect(shown({ oldPassword: 'Abcdefg1', newPassword: 'Abcdefg1', confirmNewPassword: 'Abcdefg1' })).toEqual({
    newPassword: '現在のパスワードと同じです。別のパスワードを入力してください。',
  })
})

test('of both new passwords empty it is said that they are wanted, not how they are made', () => {
  const wanted = { newPassword: 'この項目は必須です。', confirmNewPassword: 'この項目は必須です。' }
  expect(shown({ oldPassword: 'x', newPassword: '', confirmNewPassword: '' })).toEqual(wanted)
  expect(shown({ oldPassword: '', newPassword: '', confirmNewPassword: '' })).toEqual({ oldPassword: 'この項目は必須です。', ...wanted })
})

test('one of them filled in is judged', () => {
  expect(shown({ oldPassword: 'x', newPassword: '', confirmNewPassword: 'Abcdefg1' })).toEqual({
    newPassword: '8文字以上で入力してください。',
    confirmNewPassword: '新しいパスワードと一致していません。',
  })
})
