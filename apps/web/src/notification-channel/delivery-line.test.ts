import { expect, test } from 'vitest'
import { deliveryInWords } from './delivery-line.tsx'
import { deliveryOf } from './test-channel.ts'

test('one message is no digest, several are', () => {
  expect(deliveryInWords(deliveryOf(1, { digestCount: 1 }), null)).toBe('危険　グエン')
  expect(deliveryInWords(deliveryOf(1, { digestCount: 3 }), null)).toBe('危険　グエン　（3件をまとめて）')
})

test('a channel of one site does not repeat it before each place', () => {
  const delivery = deliveryOf(1, { person: null, place: '東雲三丁目 B工区 屋上' })
  expect(deliveryInWords(delivery, '東雲三丁目')).toBe('危険　B工区 屋上')
  expect(deliveryInWords(delivery, null)).toBe('危険　東雲三丁目 B工区 屋上')
  expect(deliveryInWords(deliveryOf(1, { person: null, place: '東雲三丁目' }), '東雲三丁目')).toBe('危険　東雲三丁目')
})
