import { expect, test } from 'vitest'
import { createOpenUploads } from './open-uploads.ts'

const refused = (work: () => unknown) => {
  try {
    work()
    return 'let in'
  } catch (error) {
    return (error as { status: number }).status
  }
}

test('the files of a person, of a company and of all are counted while they are open', () => {
  const { open } = createOpenUploads()
  const mine = Array.from({ length: 4 }, () => open({ companyId: 1, userId: 1 }))
  expect(refused(() => open({ companyId: 1, userId: 1 }))).toBe(429)
  for (const userId of [2, 3]) for (let n = 0; n < 4; n++) open({ companyId: 1, userId })
  expect(refused(() => open({ companyId: 1, userId: 4 }))).toBe(429)
  mine[0]?.close()
  mine[0]?.close()
  open({ companyId: 1, userId: 4 })
  expect(refused(() => open({ companyId: 1, userId: 4 }))).toBe(429)
  for (let n = 0; n < 36; n++) open({ companyId: 2 + Math.floor(n / 12), userId: Math.floor(n / 4) })
  expect(refused(() => open({ companyId: 9, userId: 1 }))).toBe(429)
})

test('so are their bytes while they come in, until they are removed', () => {
  const { open } = createOpenUploads()
  const [one, two] = [open({ companyId: 1, userId: 1 }), open({ companyId: 1, userId: 1 })]
  one.grow(100_000_000)
  two.grow(110_000_000)
  expect(refused(() => two.grow(1))).toBe(429)
  const another = open({ companyId: 1, userId: 2 })
  another.grow(90_000_000)
  expect(refused(() => open({ companyId: 1, userId: 3 }).grow(1))).toBe(429)
  open({ companyId: 2, userId: 1 }).grow(200_000_000)
  one.close()
  two.grow(100_000_000)
})
