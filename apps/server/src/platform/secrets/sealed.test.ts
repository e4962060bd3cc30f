import { expect, test } from 'vitest'
import { sealedBy } from './sealed.ts'

const [old, newest] = ['a secret of the tests, long enough', 'another secret of the tests, long enough']

test('what was sealed is read again, under every secret that is still named', () => {
  const sealed = sealedBy([old], 'test').seal('見守り', '1.2')
  expect(sealed.includes('見守り')).toBe(false)
  expect(sealedBy([old], 'test').open(sealed, '1.2')).toBe('見守り')
  expect(sealedBy([newest, old], 'test').open(sealed, '1.2')).toBe('見守り')
  expect(sealedBy([newest], 'test').open(sealed, '1.2')).toBeUndefined()
})

test('the newest secret seals, and never twice alike', () => {
  const both = sealedBy([newest, old], 'test')
  const sealed = both.seal('x', '1.2')
  expect(sealedBy([newest], 'test').open(sealed, '1.2')).toBe('x')
  expect(both.seal('x', '1.2').equals(sealed)).toBe(false)
})

test('another owner, another use, a changed byte and a cut text do not open', () => {
  const sealed = sealedBy([old], 'test').seal('x', '1.2')
  expect(sealedBy([old], 'test').open(sealed, '1.3')).toBeUndefined()
  expect(sealedBy([old], 'other').open(sealed, '1.2')).toBeUndefined()
  expect(sealedBy([old], 'test').open(Buffer.from(sealed).fill(0, 28), '1.2')).toBeUndefined()
  expect(sealedBy([old], 'test').open(sealed.subarray(0, 20), '1.2')).toBeUndefined()
})
