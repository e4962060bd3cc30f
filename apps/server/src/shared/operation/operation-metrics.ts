import { setTimeout as after } from 'node:timers/promises'
import { Gauge, Registry } from 'prom-client'
import type { Context } from '../../platform/context.ts'
import { databaseAnswers, databaseLives, type Readiness } from '../../platform/http/health.ts'
import { version } from '../../platform/version.ts'
import type { OperationFigures } from './figures.ts'
import { measures } from './measures.ts'
import { readOperation } from './operation-reader.ts'

/** Prometheus gives up after ten seconds: what the process knows by itself must not wait for a database that is slow. */
const usualPatienceMs = 4_000

const figuresIfAtHand = async (context: Context, patienceMs: number): Promise<OperationFigures | undefined> => {
  try {
    const figures = await Promise.race([readOperation(context), after(patienceMs, undefined, { ref: false })])
    if (figures === undefined) context.log.warn({ afterMs: patienceMs }, 'the operating figures could not be read in time')
    return figures
  } catch (error) {
    context.log.warn({ err: error }, 'the operating figures could not be read')
    return undefined
  }
}

/**
 * What `/metrics` gives beside what the process counts: the figures of the installation, and how this process does. Made for each call, so
 * that figures which cannot be read are left out rather than of long ago; `mimamori_database_up` and `mimamori_figures_up` say so.
 * @param patienceMs how long the figures are waited for
 */
export const operationRegistry =
  (context: Context, readiness: Readiness, patienceMs: number = usualPatienceMs) =>
  async (): Promise<Registry> => {
    const { config, pool } = context
    const registry = new Registry()
    const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
      new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] })

    gauge('mimamori_process_info', 'This process: its version and its roles', ['version', 'roles']).set(
      { version, roles: config.roles.join(',') },
      1,
    )
    const isFree = await databaseAnswers(context)
    gauge('mimamori_database_up', '1 where the database answers').set(Number(isFree || (await databaseLives(context))))
    gauge('mimamori_database_usable', '1 where it answers on one of the connections that the process works with').set(Number(isFree))
    const parts = gauge('mimamori_part_up', '1 where another part that this process needs answers', ['part'])
    for (const [part, isReady] of Object.entries(readiness)) parts.set({ part }, Number(isReady()))
    const connections = gauge(
      'mimamori_database_connections',
      "This process's connections to the database, and callers that wait for one",
      ['state'],
    )
    connections.set({ state: 'used' }, pool.totalCount - pool.idleCount)
    connections.set({ state: 'idle' }, pool.idleCount)
    connections.set({ state: 'awaited' }, pool.waitingCount)
    const figures = isFree ? await figuresIfAtHand(context, patienceMs) : undefined
    gauge('mimamori_figures_up', '1 where the figures of the installation could be read').set(Number(figures !== undefined))
    if (figures === undefined) return registry
    for (const { name, help, labels, valuesOf } of measures) {
      const values = valuesOf(figures)
      // One without labels would say 0 unless it is set.
      if (values.length === 0) continue
      const measured = gauge(name, help, labels)
      for (const { labels: own = {}, value } of values) measured.set(own, value)
    }
    return registry
  }
