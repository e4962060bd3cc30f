import { setTimeout as sleep } from 'node:timers/promises'
import { spawnServer, type ServerPlan, type ServerProcess, type ServerSignal } from './server-process.ts'

/** How long a server is given to end by each signal before the next, harder one. */
const stopSteps: readonly [ServerSignal, number][] = [
  ['SIGINT', 30_000],
  ['SIGQUIT', 10_000],
  ['SIGKILL', 10_000],
]
const longestPause = 10_000
/** A server that ran this long was healthy; its end does not count as another failed start. */
const steadyMilliseconds = 60_000

/**
 * Starts the server and starts it again whenever it ends, until `stop`. Resolves when it accepts
 * connections; the first start is tried once.
 * @param clear removes what a former server left; runs before each start
 */
export async function superviseServer(plan: ServerPlan, clear: () => Promise<void>): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  let current: ServerProcess | undefined
  let startedAt = 0

  async function launch(): Promise<void> {
    await clear()
    stopping.signal.throwIfAborted()
    const { server, untilReady } = spawnServer(plan)
    current = server
    await untilReady
    startedAt = Date.now()
  }

  async function watch(): Promise<void> {
    let pause = 100
    for (;;) {
      const how = await current?.ended
      if (stopping.signal.aborted) return
      plan.log.error({ how }, 'PostgreSQL ended by itself; starting it again')
      if (Date.now() - startedAt > steadyMilliseconds) pause = 100
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
      pause = Math.min(pause * 2, longestPause)
      await launch().then(
        () => plan.log.info('PostgreSQL runs again'),
        (cause: unknown) => {
          if (!stopping.signal.aborted) plan.log.error({ err: cause }, 'PostgreSQL could not be started again')
        },
      )
    }
  }

  await launch()
  const watching = watch()

  async function stop(): Promise<void> {
    stopping.abort()
    for (const [signal, patience] of stopSteps) {
      await current?.signal(signal)
      const patient = new AbortController()
      const over = await Promise.race([watching.then(() => true), sleep(patience, false, { signal: patient.signal }).catch(() => false)])
      patient.abort()
      if (over) return
      plan.log.warn({ signal }, 'PostgreSQL did not end in time')
    }
    throw new Error('PostgreSQL could not be stopped')
  }

  let stopped: Promise<void> | undefined
  return { stop: () => (stopped ??= stop()) }
}
