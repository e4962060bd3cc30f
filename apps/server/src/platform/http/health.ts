import { setTimeout as after } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { clientBeside } from '../database/client-beside.ts'
import { codeOf } from '../errors.ts'
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

/** What a database says that has no connection left for anybody. */
const tooManyConnections = '53300'

/** Asks on a connection of its own. */
const answersBeside = async ({ pool }: Pick<Context, 'pool'>): Promise<boolean> => {
  const client = clientBeside(pool, { connectionTimeoutMillis: patienceMs, query_timeout: patienceMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    return codeOf(error) === tooManyConnections
  } finally {
    client.end().catch(() => undefined)
  }
}

/**
 * Whether the database answers a newcomer within two seconds, where this process has no connection free to ask it: somebody promotes a
 * standby in the place of one that does not live.
 */
export const databaseLives = (context: Pick<Context, 'pool'>): Promise<boolean> =>
  Promise.race([answersBeside(context), after(patienceMs, false, { ref: false })])

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
