import type { FastifyInstance } from 'fastify'
import type { Context } from './platform/context.ts'
import { type Readiness, registerHealth } from './platform/health.ts'
import { createHttp } from './platform/http.ts'
import { registerOpenApi } from './platform/openapi.ts'
import { registerRoutes } from './platform/register-routes.ts'
import type { Route } from './platform/route.ts'
import { registerWebConsole } from './platform/web-console.ts'
import { sessionRoutes } from './session/routes.ts'

/** Every call of the console. */
const consoleRoutes = (context: Context): Route[] => [...sessionRoutes(context)]

/** The HTTP side of a process, ready to listen or to be asked with `inject`. */
export const buildApp = async (context: Context, readiness: Readiness = {}): Promise<FastifyInstance> => {
  const app = await createHttp(context.config, context.log)
  registerHealth(app, context, readiness)
  if (context.config.roles.includes('api')) {
    registerRoutes(app, context, consoleRoutes(context))
    await registerOpenApi(app)
    await registerWebConsole(app)
  }
  await app.ready()
  return app
}
