import type { Logger } from 'pino'
import { storePublicSlots } from '../../shared/monitoring/summaries/public-slots.ts'
import type { Recurring } from '../../platform/database/recurring.ts'
import { type ServiceResult, wbgtService } from './ask-service.ts'
import { type Patience, usualPatience } from './get-text.ts'
import { isOffSeason } from './service-time.ts'
import { pruneValues, stationsInUse, storeValues } from './store.ts'

// Announced three times a day; the service asks not to be called more often than there is need.
const forecastEveryMs = 3_600_000
// A service that fails for three stations in a row is down: asking for the others would only take time.
const faultsUntilDown = 3

const report = (log: Logger, station: string, { values, fault, refusal }: ServiceResult, now: Date): void => {
  if (values.length > 0) return
  if (fault !== undefined) log.warn({ station, reason: fault }, 'the public heat service does not answer as it should')
  else if (isOffSeason(now)) log.debug({ station, reason: refusal }, 'no public value')
  else log.warn({ station, reason: refusal }, 'no public value in season; is it the right station?')
}

/**
 * Fetches the public heat values of the stations that offices use. No transaction stays open during a call: the values
 * of each station are written at once.
 * @param patience shorter in tests
 */
export const publicHeatJobWith = (patience: Patience): Recurring => ({
  name: 'public-heat',
  everySeconds: 600,
  lockedBy: 'session',
  run: async ({ config, clock, log }, client, stopping) => {
    if (config.wbgtServiceUrl === undefined) return
    const service = wbgtService(config.wbgtServiceUrl, stopping, patience)
    let faults = 0
    try {
      for (const { station, forecastAt } of await stationsInUse(client)) {
        const now = clock()
        const observed = await service.observed(station, now)
        report(log, station, observed, now)
        await storeValues(client, station, observed.values, now)
        await storePublicSlots(client, station, now)
        faults = observed.fault === undefined ? 0 : faults + 1
        if (faults >= faultsUntilDown) break
        const isDue = forecastAt === null || now.getTime() - forecastAt.getTime() >= forecastEveryMs
        if (!isDue || observed.values.length === 0) continue
        const forecast = await service.forecast(station, now)
        report(log, station, forecast, now)
        await storeValues(client, station, forecast.values, now)
      }
    } catch (error) {
      if (!stopping.aborted) throw error
    }
    await pruneValues(client, clock(), config.retentionDays)
  },
})

export const publicHeatJob = publicHeatJobWith(usualPatience)
