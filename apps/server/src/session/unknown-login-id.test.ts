import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hashPassword, passwordComparisons } from '../platform/secrets/password.ts'
import { startSignInTests } from './test-sign-in.ts'

const { product, makePerson } = await startSignInTests()

/** Collects the statements that a piece of work sends to the database; those that timers of the product send are not among them. */
const collectStatements = () => {
  const ownWork = new AsyncLocalStorage<string[]>()
  const ask = pg.Client.prototype.query as (...input: unknown[]) => unknown
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...input: unknown[]) {
    if (typeof input[0] === 'string') ownWork.getStore()?.push(input[0])
    return ask.apply(this, input)
  })
  onTestFinished(() => spy.mockRestore())
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

test('a login ID that nobody has takes the statements that a wrong password takes, and compares as costly a hash', async () => {
  const collect = collectStatements()
  const workOf = async (username: string) => {
    const before = await readComparisons()
    const payload = { username, password: 'Wrong-1234' }
    const { answer, statements } = await collect(() =>
      product.ask('POST', '/api/Authenticate/Login', { payload, remoteAddress: '192.0.2.77' }),
    )
    const compared = [...(await readComparisons())].map(([parameters, count]) => [parameters, count - (before.get(parameters) ?? 0)])
    return { status: answer.status, statements, compared: compared.filter(([, count]) => count !== 0) }
  }
  // As costly as the product makes it; that of the other tests is cheap.
  const { login_id: username } = await makePerson('User', { password_hash: await hashPassword('Right-1234') })
  // The first failure from a network is on record at once, whoever it names; those after it are counted.
  for (const name of [username, 'nobody']) await workOf(name)
  const [known, unknown] = [await workOf(username), await workOf('nobody')]
  expect(known).toMatchObject({ status: 401, compared: [['m=19456,t=2,p=1', 1]] })
  expect(known.statements).toContain('begin')
  expect(known.statements.length).toBeGreaterThan(5)
  expect(unknown).toEqual(known)
})
