import { expect, test } from 'vitest'
import { addressKeyOf, everybody, mergeRecipients } from './outgoing-mail.ts'

test('each address of a mail is listed once, where it weighs most, however it is written', () => {
  const recipients = { to: ['OK@x.jp', 'ok@x.jp', 'gate@x.jp'], cc: ['Gate@X.jp', 'kanri@x.jp'], bcc: ['kanri@x.jp', 'ok@X.JP'] }
  expect(mergeRecipients(recipients)).toEqual({ to: ['OK@x.jp', 'gate@x.jp'], cc: ['kanri@x.jp'], bcc: [] })
  expect(everybody(recipients)).toEqual(['OK@x.jp', 'gate@x.jp', 'kanri@x.jp'])
  expect(addressKeyOf(recipients)).toBe(addressKeyOf({ to: ['ok@x.jp', 'gate@x.jp', 'kanri@x.jp'] }))
  expect(mergeRecipients({ to: ['a@x.jp'] })).toEqual({ to: ['a@x.jp'] })
})
