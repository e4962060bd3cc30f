import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { hashPassword, passwordComparisons } from '../../platform/secrets/password.ts'
import { startSignInTests } from './test-sign-in.ts'

const { product, makePerson } = await startSignInTests()

/** Collects the statements that a piece of work sends to the database; those that timers of the product send are not among them. */
const collectStatements = () => {
  const ownWork = new AsyncLocalStorage<string[]>()
  const ask = pg.Client.prototype.query as (...input: unknown[]) => unknown
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...input: unknown[]) {
    if (typeof input[0] === 'string') ownWork.getStore()?.push(input[0])
    return ask.apply(this, input)
  })
  return async <Answer>(work: () => Promise<Answer>): Promise<{ answer: Answer; statements: string[] }> => {
    const statements: string[] = []
    return { answer: await ownWork.run(statements, work), statements }
  }
}

/** How many passwords the process has compared, by the parameters of the hash. */
const readComparisons = async (): Promise<ReadonlyMap<unknown, number>> => {
  const { values } = await passwordComparisons.get()
  return new Map(values.map(({ labels, value }) => [labels.parameters, value]))
}

const collect = collectStatements()
afterAll(() => vi.restoreAllMocks())

/** What a wrong password takes: the answer, the statements, and the comparisons by their cost. */
const workOf = async (username: string, remoteAddress: string) => {
  const before = await readComparisons()
  const payload = { username, password: 'Wrong-1234' }
  const { answer, statements } = await collect(() => product.ask('POST', '/api/Authenticate/Login', { payload, remoteAddress }))
  const compared = [...(await readComparisons())].map(([parameters, count]) => [parameters, count - (before.get(parameters) ?? 0)])
  return { status: answer.status, statements, compared: compared.filter(([, count]) => count !== 0) }
}

test('a login ID that nobody has takes the statements that a wrong password takes, and compares as costly a hash', async () => {
  // As costly as the product makes it; that of the other tests is cheap.
  const { login_id: username } = await makePerson('User', { password_hash: await hashPassword('Right-1234') })
  // Many have guessed at login IDs that nobody has within the hour.
  for (let n = 1; n <= 11; n += 1) await workOf('nobody', `198.51.${n}.1`)
  for (const [what, address] of [
    ['the first from a network', '192.0.2.77'],
    ['the next', '192.0.2.77'],
  ] as const) {
    const [known, unknown] = [await workOf(username, address), await workOf('nobody', address)]
    expect(known, what).toMatchObject({ status: 401, compared: [['m=19456,t=2,p=1', 1]] })
    expect(known.statements, what).toContain('begin')
    expect(known.statements.length, what).toBeGreaterThan(5)
    expect(unknown, what).toEqual(known)
  }
})
