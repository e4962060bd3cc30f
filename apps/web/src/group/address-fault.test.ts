import { expect, test } from 'vitest'
import { addressFault } from './address-fault.ts'

test.each([
  ['', 'メールアドレスを入力してください。'],
  ['a@b', 'メールの形式が正しくありません。'],
  ['a b@example.jp', 'メールの形式が正しくありません。'],
  ['a+b@example.jp', 'メールの形式が正しくありません。'],
  ['a@example.technology', 'メールの形式が正しくありません。'],
  [' a@example.jp ', 'このメールアドレスはすでに入っています。'],
  ['A@Example.jp', 'このメールアドレスはすでに入っています。'],
  ['b_c.d-e@mail.example.co.jp', undefined],
])('%j: %s', (typed, fault) => expect(addressFault(typed, ['a@example.jp'])).toBe(fault))
