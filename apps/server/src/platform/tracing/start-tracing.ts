import type { Logger } from 'pino'
import type { Settings } from '../config/config.ts'
import { setTracing } from './tracing.ts'

/**
 * Records traces and sends them where OTEL_EXPORTER_OTLP_ENDPOINT says; without it nothing is loaded. One recorder a process.
 * @returns what ends it, sending what is left within a moment
 */
export const startTracing = async ({ tracing: settings }: Pick<Settings, 'tracing'>, log: Logger): Promise<() => Promise<void>> => {
  if (settings === undefined) return async () => undefined
  const { exportTraces } = await import('./export-traces.ts')
  const tracing = exportTraces(settings, log)
  setTracing(tracing)
  return async () => {
    setTracing(undefined)
    await tracing.stop()
  }
}
