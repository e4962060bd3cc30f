import { expect, test } from 'vitest'
import { Email } from './field.ts'

test.each(['sato.taro+site@example.co.jp', "o'neil_{a}|b~c!#$%&*/=?^`-@x.example.jp", '.dots..old.@docomo.ne.jp'])(
  'an account has mail at %s',
  (address) => expect(Email.parse(` ${address} `)).toBe(address),
)

test.each([
  'a,thief@example.com',
  'a;b@example.com',
  'a:b@example.com',
  '<a>@example.com',
  '(a@example.com',
  'a)@example.com',
  'a[b]@example.com',
  '"a b"@example.com',
  'a\\b@example.com',
  'a@b@example.com',
  'あ@example.com',
  'sato@example..jp',
  'sato@.example.jp',
  'sato@-example.jp',
  'sato@example-.jp',
])('an account has no mail at %s, which names more than one address, or none', (address) => {
  expect(Email.safeParse(address).success).toBe(false)
})
