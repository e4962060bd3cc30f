import { expect, test } from 'vitest'
import { pushSubject } from './push-subject.ts'

test.each([
  ['見守り <mimamori@example.jp>', undefined, 'mailto:mimamori@example.jp'],
  ['mimamori@example.jp', 'https://mimamori.example.jp/a', 'mailto:mimamori@example.jp'],
  ['mimamori@localhost', 'https://mimamori.example.jp/a', 'https://mimamori.example.jp'],
  ['mimamori@localhost', undefined, undefined],
  ['mimamori@server.local', 'http://mimamori.example.jp', undefined],
  ['mimamori@localhost', 'https://localhost:8443', undefined],
  ['mimamori@localhost', 'https://192.168.0.3', undefined],
])('MAIL_FROM %s and PUBLIC_URL %s make the sender %s', (mailFrom, publicUrl, subject) => {
  expect(pushSubject({ mailFrom, publicUrl })).toBe(subject)
})
