import type { PoolClient } from 'pg'
import type { Logger } from 'pino'
import { keepEveningForecasts } from '../../shared/monitoring/forecast/evening-forecast.ts'
import { forecastOrigins } from '../../shared/monitoring/forecast/forecast-origins.ts'
import { storePublicSlots } from '../../shared/monitoring/summaries/public-slots.ts'
import type { Recurring } from '../../platform/database/recurring.ts'
import { onClient } from '../../platform/exchange/on-client.ts'
import { reachedNow } from '../../shared/cluster-health/each-company.ts'
import type { TenantFilter } from '../../shared/organisation/tenant-filter.ts'
import { type ServiceResult, wbgtService } from './ask-service.ts'
import { type Patience, usualPatience } from './get-text.ts'
import { isOffSeason } from '../../shared/monitoring/forecast/season.ts'
import type { PublicValue } from './public-value.ts'
import { isForecastDue, isObservedDue, markForecastRequested, markObservedRequested, stationsInUse, type UsedStation } from './stations.ts'
import { storeValues } from './store.ts'

// A service that fails for three stations in a row is down: asking for the others would only take time.
const faultsUntilDown = 3
// After these the stations are read again: one that an office has just chosen does not wait for all others.
const stationsOfStep = 5

type Kind = 'observed' | 'forecast'

const report = (log: Logger, of: Kind, station: string, { values, fault, refusal }: ServiceResult, now: Date): void => {
  if (values.length > 0) return
  if (fault !== undefined) log.warn({ station, of, reason: fault }, 'the public heat service does not answer as it should')
  else if (isOffSeason(now)) log.debug({ station, of, reason: refusal }, 'no public value')
  else log.warn({ station, of, reason: refusal }, 'no public value in season; is it the right station?')
}

type Work = {
  readonly service: ReturnType<typeof wbgtService>
  readonly client: PoolClient
  readonly log: Logger
  readonly clock: () => Date
  readonly isReached: TenantFilter
}

const fetchObserved = async ({ service, client, log, clock }: Work, { station }: UsedStation): Promise<ServiceResult> => {
  const now = clock()
  const observed = await service.observed(station, now)
  report(log, 'observed', station, observed, now)
  await storeValues(client, station, observed.values, now)
  await storePublicSlots(client, station, now)
  await markObservedRequested(client, [station], now)
  return observed
}

/** In every season: some stations have forecasts in April and October, while none is observed. */
const fetchForecast = async ({ service, client, log, clock }: Work, { station }: UsedStation): Promise<ServiceResult> => {
  const now = clock()
  const forecast = await service.forecast(station, now)
  report(log, 'forecast', station, forecast, now)
  const [latest = now] = forecastOrigins(now)
  // One that says it is of the future would keep its place before all later ones.
  const issuedAtOf = ({ issuedAt }: PublicValue) => (issuedAt === undefined || issuedAt > now ? latest : issuedAt)
  const values = forecast.values.map((value) => ({ ...value, issuedAt: issuedAtOf(value) }))
  await storeValues(client, station, values, now)
  await keepEveningForecasts(client, station, values)
  const issued = values.map(({ issuedAt }) => issuedAt.getTime())
  await markForecastRequested(client, [station], now, {
    answered: forecast.fault === undefined,
    issuedAt: issued.length === 0 ? null : new Date(Math.max(...issued)),
  })
  return forecast
}

/** Fetches what is due of a station. @returns whether the service failed and gave no value at all */
const failsAt = async (work: Work, station: UsedStation, now: Date): Promise<boolean> => {
  const answers: ServiceResult[] = []
  if (isObservedDue(station, now)) answers.push(await fetchObserved(work, station))
  if (isForecastDue(station, now)) answers.push(await fetchForecast(work, station))
  return answers.some(({ fault }) => fault !== undefined) && answers.every(({ values }) => values.length === 0)
}

/** What a service that is down is not asked for now is asked for when its next turn would have come. */
const putOff = async ({ client }: Work, stations: readonly UsedStation[], now: Date): Promise<void> => {
  const numbersOf = (due: readonly UsedStation[]) => due.map(({ station }) => station)
  await markObservedRequested(client, numbersOf(stations.filter((station) => isObservedDue(station, now))), now)
  const forecasts = numbersOf(stations.filter((station) => isForecastDue(station, now)))
  await markForecastRequested(client, forecasts, now, { answered: false, issuedAt: null })
}

/** Fetches what is due, a few stations at a time, until nothing is or the service is down. */
const fetchDue = async (work: Work): Promise<void> => {
  for (let faults = 0; ;) {
    const now = work.clock()
    const used = await stationsInUse(onClient(work.client), work.isReached)
    const due = used.filter((station) => isObservedDue(station, now) || isForecastDue(station, now))
    if (due.length === 0) return
    for (const [index, station] of due.slice(0, stationsOfStep).entries()) {
      faults = (await failsAt(work, station, now)) ? faults + 1 : 0
      if (faults < faultsUntilDown) continue
      await putOff(work, due.slice(index + 1), now)
      return
    }
  }
}

/**
 * Fetches the public heat values of the stations that offices use, within a minute of their choice. No transaction stays open
 * during a call: the values of each station are written at once.
 * @param patience shorter in tests
 */
export const publicHeatJobWith = (patience: Patience): Recurring => ({
  name: 'public-heat',
  everySeconds: 20,
  lockedBy: 'session',
  run: async (context, client, stopping) => {
    const { config, clock, log } = context
    if (config.wbgtServiceUrl === undefined) return
    const service = wbgtService(config.wbgtServiceUrl, stopping, patience)
    try {
      await fetchDue({ service, client, log, clock, isReached: await reachedNow(context) })
    } catch (error) {
      if (!stopping.aborted) throw error
    }
  },
})

export const publicHeatJob = publicHeatJobWith(usualPatience)
