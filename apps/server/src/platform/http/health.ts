import { setTimeout as after } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { version } from '../version.ts'

/** Parts beside the database whose answer makes a process ready, by name: `{ broker: () => client.connected }`. */
export type Readiness = Readonly<Record<string, () => boolean>>

/** What limits the service while its parts answer, by name: `{ connectionsRefused: () => hasRefusedLately() }`. */
export type Warnings = Readonly<Record<string, () => boolean>>

const patienceMs = 2_000

/** Whether the database answers within two seconds. */
export const databaseAnswers = async ({ db }: Pick<Context, 'db'>): Promise<boolean> => {
  const check = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  return Promise.race([check, after(patienceMs, false, { ref: false })])
}

/**
 * `/healthz`: the process lives, and its version; `/readyz`: its parts answer, and what limits it although they do. Such a limit does not make
 * it unavailable, or a caller that floods one port would make a load balancer remove the others too.
 */
export const registerHealth = (app: FastifyInstance, context: Context, readiness: Readiness, warnings: Warnings): void => {
  const method = ['GET', 'HEAD']

  app.route({ method, url: '/healthz', handler: async () => ({ status: 'ok', version }) })
  app.route({
    method,
    url: '/readyz',
    handler: async (_, reply) => {
      const parts: Record<string, boolean> = { database: await databaseAnswers(context) }
      for (const [name, isReady] of Object.entries(readiness)) parts[name] = isReady()
      const ready = Object.values(parts).every(Boolean)
      if (!ready) reply.status(503).header('retry-after', 5)
      const current = Object.keys(warnings).filter((name) => warnings[name]?.() === true)
      // That free space cannot be read is in the log, by the code that watches it.
      if (await context.space.isBelowFloor().catch(() => false)) current.push('diskLow')
      return { status: !ready ? 'unavailable' : current.length > 0 ? 'limited' : 'ok', parts, warnings: current }
    },
  })
}
