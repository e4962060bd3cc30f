import { expect, test } from 'vitest'
import { z } from 'zod'
import { check, requiredNames } from './check.ts'

const schema = z
  .object({ name: z.string().min(1).max(5), size: z.number().min(2), note: z.string().max(3).default(''), again: z.string().optional() })
  .refine((value) => value.again === undefined || value.again === value.name, { path: ['again'], params: { rule: 'confirm' } })

test('good values come out as the schema makes them', () => {
  expect(check(schema, { name: 'a', size: 2 })).toEqual({ good: true, values: { name: 'a', size: 2, note: '' } })
})

test('what is empty or was never filled in is needed', () => {
  expect(check(schema, { name: '', size: null })).toEqual({
    good: false,
    errors: { name: 'この項目は必須です。', size: 'この項目は必須です。' },
  })
})

test('each field says its fault in its own words', () => {
  expect(check(schema, { name: 'abcdef', size: 1 })).toEqual({
    good: false,
    errors: { name: '5文字以内で入力してください。', size: '2以上で入力してください。' },
  })
  expect(check(schema, { name: 'a', size: 2, again: 'b' })).toMatchObject({ errors: { again: expect.any(String) as unknown } })
})

test('knows from the schema which fields are needed', () => {
  expect([...requiredNames(schema)]).toEqual(['name', 'size'])
})
