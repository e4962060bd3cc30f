import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll } from 'vitest'
import { buildApp } from './app.ts'
import type { Context } from './platform/context.ts'
import { createTestContext } from './platform/test-context.ts'
import { signInAs } from './shared/organisation/test-factories.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Asks as a client does: JSON in, JSON (or text) out. */
const asker =
  (app: FastifyInstance) =>
  async (method: Method, url: string, options: Omit<InjectOptions, 'url' | 'method'> = {}) => {
    const response = await app.inject({ method, url, ...options })
    const isJson = response.headers['content-type']?.startsWith('application/json') ?? false
    return { status: response.statusCode, headers: response.headers, body: isJson ? response.json<unknown>() : response.body }
  }

/** The whole product behind its front door, on a database of its own. */
export const createTestApp = async (overrides: Partial<Context> = {}) => {
  const made = await createTestContext(overrides)
  const app = await buildApp(made.context)
  const ask = asker(app)
  const as = async (user: { user_id: number }) => (await signInAs(made.context, user.user_id)).headers
  return {
    ...made,
    app,
    ask,
    /** The headers of somebody who is signed in. */
    as,
    /** Asks as somebody who is signed in. */
    askAs: async (user: { user_id: number }, method: Method, url: string, payload?: object) => {
      const { status, body } = await ask(method, url, { headers: await as(user), ...(payload === undefined ? {} : { payload }) })
      return { status, body }
    },
    /** What is on record of a kind of thing, the oldest first. */
    recordedOf: (resource: string) =>
      made.context.db
        .selectFrom('audit_log as a')
        .select(['a.action', 'a.resource', 'a.resource_id', 'a.company_id', 'a.office_id', 'a.user_name', 'a.before', 'a.after'])
        .where('a.resource', '=', resource)
        .orderBy('a.audit_id')
        .execute(),
    close: async () => {
      await app.close()
      await made.drop()
    },
  }
}

/** The whole product for the tests of a file, closed after them. */
export const startTestApp = async (overrides: Partial<Context> = {}) => {
  const product = await createTestApp(overrides)
  afterAll(() => product.close())
  return product
}
