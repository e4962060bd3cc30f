import { expect, test } from 'vitest'
import { AlertEmail, Email } from './field.ts'
import { isMailAddress, mergeAddresses } from './mail-address.ts'
import { addressFault, settingFaults } from './setting-faults.ts'
import { settingOf } from './settings.ts'

const good = [
  'sato.taro+site@example.co.jp',
  'gate@minato-office.yokohama',
  'gate@example.technology',
  'a@example.xn--q9jyb4c',
  'a@xn--wgv71a119e.jp',
  "o'neil_{a}|b~c!#$%&*/=?^`-@x.example.jp",
  `${'a'.repeat(64)}@example.jp`,
  // Carriers gave these out before 2009, and they are in use.
  'dots..old.@docomo.ne.jp',
  'dots..old.@EZweb.ne.jp',
]

const bad = [
  '.a@b.jp',
  'a.@b.jp',
  'a..b@c.jp',
  '.a@docomo.ne.jp',
  'a@b-.jp',
  'a@-b.jp',
  'a@b..jp',
  'a@.b.jp',
  'a@b.jp.',
  'a@b',
  'a@b.1',
  'a@192.168.0.1',
  'a@b_c.jp',
  'a@example.c',
  `a@${'b'.repeat(64)}.jp`,
  `${'a'.repeat(65)}@example.jp`,
  `a@${'b.'.repeat(126)}jp`,
  'a@b@c.jp',
  '@b.jp',
  'a@',
  'あ@example.jp',
  'a b@example.jp',
  ...['a,b', 'a;b', 'a:b', '<a>', '(a', 'a)', 'a[b]', 'a\\b'].map((local) => `${local}@example.jp`),
  '"a b"@example.jp',
  'a\n@example.jp',
  '',
]

test.each(good)('%s could be a mailbox', (address) => {
  expect(isMailAddress(address)).toBe(true)
  expect(addressFault(address)).toBeUndefined()
  expect(settingFaults(['EMAIL_ALERT_SETTING', 'BCC'], address)).toEqual([])
})

test.each(bad)('%j can be none', (address) => {
  expect(isMailAddress(address)).toBe(false)
  expect(addressFault(address)).toContain(`「${address}」`)
})

test('an account has mail at what could be a mailbox, up to 64 characters', () => {
  for (const address of good.filter(({ length }) => length <= 64)) expect(Email.parse(` ${address} `)).toBe(address)
  for (const address of [...bad, `${'a'.repeat(64)}@example.jp`].filter((text) => text !== ''))
    expect(Email.safeParse(address).success).toBe(false)
})

test('the addresses of a group keep the customer’s own rule: a suffix of 2 to 6 letters and no plus sign', () => {
  expect(AlertEmail.safeParse('gate@example.museum').success).toBe(true)
  for (const address of ['gate@example.yokohama', 'a+b@example.jp']) expect(AlertEmail.safeParse(address).success).toBe(false)
})

test('an address is one whatever its case, as it was written first', () => {
  expect(mergeAddresses(['OK@x.jp', 'a@x.jp', 'ok@X.jp', 'A@x.jp'])).toEqual(['OK@x.jp', 'a@x.jp'])
})

test('of stored addresses each counts once, and one that can be no mailbox does not silence the others', () => {
  expect(settingOf('EMAIL_ALERT_SETTING', 'TO').schema.parse('OK@x.jp, .a@b.jp, ok@x.jp, gate@x.yokohama')).toEqual([
    'OK@x.jp',
    'gate@x.yokohama',
  ])
})
