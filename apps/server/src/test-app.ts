import type { FastifyInstance, InjectOptions } from 'fastify'
import { buildApp } from './app.ts'
import type { Context } from './platform/context.ts'
import { createTestContext } from './platform/test-context.ts'
import { signInAs } from './platform/test-factories.ts'

/** Asks as a client does: JSON in, JSON (or text) out. */
const asker = (app: FastifyInstance) => async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, options: Omit<InjectOptions, 'url' | 'method'> = {}) => {
  const response = await app.inject({ method, url, ...options })
  const isJson = response.headers['content-type']?.startsWith('application/json') ?? false
  return { status: response.statusCode, headers: response.headers, body: isJson ? response.json<unknown>() : response.body }
}

/** The whole product behind its front door, on a database of its own. */
export const createTestApp = async (overrides: Partial<Context> = {}) => {
  const made = await createTestContext(overrides)
  const app = await buildApp(made.context)
  return {
    ...made,
    app,
    ask: asker(app),
    /** The headers of somebody who is signed in. */
    as: async (user: { user_id: number }) => (await signInAs(made.context, user.user_id)).headers,
    close: async () => {
      await app.close()
      await made.drop()
    },
  }
}
