import { expect, test, vi } from 'vitest'
import { hashPassword } from '../platform/secrets/password.ts'
import { startSignInTests } from './test-sign-in.ts'

const { verify } = vi.hoisted(() => ({ verify: vi.fn<(hash: string, password: string) => Promise<boolean>>() }))

vi.mock(import('@node-rs/argon2'), async (original) => {
  const real = await original()
  verify.mockImplementation((hash, password) => real.verify(hash, password))
  return { ...real, verify: verify as typeof real.verify }
})

const { product, makePerson } = await startSignInTests()

/** How often the database is asked, and the comparisons of passwords that a wrong sign-in takes. */
const workOf = async (username: string, remoteAddress: string) => {
  const asked = vi.spyOn(product.context.pool, 'connect')
  verify.mockClear()
  const payload = { username, password: 'Wrong-1234' }
  const { status } = await product.ask('POST', '/api/Authenticate/Login', { payload, remoteAddress })
  const work = { status, asked: asked.mock.calls.length, compared: verify.mock.calls.map(([hash]) => hash.split('$').slice(0, 4)) }
  asked.mockRestore()
  return work
}

test('a login ID that nobody has asks the database as often as a wrong password does, and compares as costly a hash', async () => {
  // As costly as the product makes it; that of the other tests is cheap.
  const { login_id: username } = await makePerson('User', { password_hash: await hashPassword('Right-1234') })
  // The first failure from a network is on record at once, whoever it names; those after it are counted.
  for (const name of [username, 'nobody']) await workOf(name, '192.0.2.77')
  const [known, unknown] = [await workOf(username, '192.0.2.77'), await workOf('nobody', '192.0.2.77')]
  expect(known).toMatchObject({ status: 401, asked: expect.any(Number) })
  expect(known.asked).toBeGreaterThan(5)
  expect(known.compared).toHaveLength(1)
  expect(unknown).toEqual(known)
})
