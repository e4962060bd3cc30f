import type { Context } from '../context.ts'
import { fetchFailure } from './fetch-failure.ts'
import { databaseAnswers } from '../http/health.ts'

export type HeartbeatPace = { readonly everyMs: number; readonly patienceMs: number }

const usualPace: HeartbeatPace = { everyMs: 60_000, patienceMs: 10_000 }

/**
 * Calls HEARTBEAT_URL for as long as the database answers and nothing holds alarms up. The service there raises an alarm when the
 * calls stop, so that a server that is dead, or cannot tell anybody, is noticed from outside. Does nothing without the address.
 * @param isHeldUp whether alarms reach nobody just now
 */
export const startHeartbeat = (
  context: Context,
  isHeldUp: () => boolean,
  { everyMs, patienceMs }: HeartbeatPace = usualPace,
): { stop: () => Promise<void> } => {
  const { config, log } = context
  const url = config.heartbeatUrl
  if (url === undefined) return { stop: async () => undefined }
  const stopping = new AbortController()

  const call = async (): Promise<void> => {
    if (!(await databaseAnswers(context))) {
      log.warn('no heartbeat: the database does not answer')
      return
    }
    if (isHeldUp()) {
      log.warn('no heartbeat: alarms reach nobody')
      return
    }
    const response = await fetch(url, { signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(patienceMs)]) })
    await response.body?.cancel()
    // The address is not logged: such services identify their customer by it.
    if (!response.ok) log.warn({ status: response.status }, 'the heartbeat was refused')
  }

  const beat = async (): Promise<void> => {
    const begun = Date.now()
    try {
      await call()
    } catch (error) {
      if (!stopping.signal.aborted) log.warn({ reason: fetchFailure(error) }, 'the heartbeat did not get through')
    }
    if (!stopping.signal.aborted) timer = setTimeout(() => (running = beat()), Math.max(0, begun + everyMs - Date.now()))
  }

  let timer: NodeJS.Timeout | undefined
  let running = beat()
  return {
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
