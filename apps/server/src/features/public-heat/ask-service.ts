import { fetchFailure } from '../../platform/outside/fetch-failure.ts'
import { forecastOrigins } from '../../shared/monitoring/forecast/forecast-origins.ts'
import { getText, type Patience, usualPatience } from './get-text.ts'
import type { PublicValue } from './public-value.ts'
import { readEstimates, readForecastFile } from './read-csv.ts'
import { readForecast, readSurvey, ServiceRefusal } from './read-json.ts'
import { monthsBetween, toServiceTime } from './service-time.ts'

const hourMs = 3_600_000
// The judge looks back 90 minutes; estimates come up to an hour late and are corrected afterwards.
const observedSpanMs = 3 * hourMs
const clockToleranceMs = 10 * 60_000
const forecastSpanMs = 5 * 24 * hourMs

/** The result of a request. `fault`: the service did not answer, or not correctly; this differs from having no values. */
export type ServiceResult = { readonly values: readonly PublicValue[]; readonly fault?: string; readonly refusal?: string }

/** One source of values: some, none, or null where there is nothing at its address. */
type Source = () => Promise<PublicValue[] | null>

const firstThatAnswers = async (sources: readonly Source[], stopping: AbortSignal): Promise<ServiceResult> => {
  const faults: string[] = []
  let refusal: string | undefined
  for (const source of sources) {
    try {
      const values = await source()
      if (values !== null) return { values }
    } catch (error) {
      if (stopping.aborted) throw error
      if (error instanceof ServiceRefusal) refusal ??= error.message
      else
        faults.push(error instanceof SyntaxError || error instanceof TypeError ? `unreadable: ${fetchFailure(error)}` : fetchFailure(error))
    }
  }
  return { values: [], ...(faults.length > 0 && { fault: faults.join('; ') }), ...(refusal !== undefined && { refusal }) }
}

const within = (values: readonly PublicValue[], from: number, to: number) =>
  values.filter(({ at }) => at.getTime() >= from && at.getTime() <= to)

/** The Ministry of the Environment's service at `base`, for instance `https://www.wbgt.env.go.jp/api/v1`. */
export const wbgtService = (base: string, stopping: AbortSignal, patience: Patience = usualPatience) => {
  const calls = base.replace(/\/+$/, '')
  // The files are beside the interface, at the root of the same web site.
  const files = calls.replace(/\/api(\/v\d+)?$/, '')

  const call = (name: string, parameters: readonly (readonly [string, string])[]) => {
    const url = new URL(`${calls}/${name}`)
    for (const [key, value] of parameters) url.searchParams.append(key, value)
    return getText(url, stopping, patience)
  }
  const file = (path: string) => getText(new URL(`${files}/${path}`), stopping, patience)

  const survey = async (station: string, from: Date, now: Date) => {
    const text = await call('getSurveyData', [
      ['data_type', '0'],
      ['data_type', '1'],
      ['location_type', '1'],
      ['wbgt_nos', station],
      ['date_from', toServiceTime(from)],
      ['date_to', toServiceTime(now)],
    ])
    return text === null ? null : readSurvey(text, station)
  }

  const estimates = async (station: string, from: Date, now: Date) => {
    const months = await Promise.all(monthsBetween(from, now).map((month) => file(`est15WG/dl/wbgt_${station}_${month}.csv`)))
    const there = months.filter((text) => text !== null)
    return there.length === 0 ? null : there.flatMap((text) => readEstimates(text, station))
  }

  const forecast = async (station: string, now: Date) => {
    // The newest may be announced and not yet there.
    for (const origin of forecastOrigins(now)) {
      const text = await call('getForecastData', [
        ['location_type', '1'],
        ['wbgt_nos', station],
        ['date_search_type', '3'],
        ['forecast_origin_date', toServiceTime(origin)],
      ])
      const values = text === null ? [] : readForecast(text, station)
      if (values.length > 0) return values
    }
    return null
  }

  const forecastFile = async (station: string) => {
    const text = await file(`prev15WG/dl/yohou_${station}.csv`)
    return text === null ? null : readForecastFile(text, station)
  }

  return {
    /** What was observed at a station in the last hours: from the interface, else from the files. */
    observed: async (station: string, now: Date): Promise<ServiceResult> => {
      const from = new Date(now.getTime() - observedSpanMs)
      const forecasts = await firstThatAnswers([() => survey(station, from, now), () => estimates(station, from, now)], stopping)
      return { ...forecasts, values: within(forecasts.values, from.getTime(), now.getTime() + clockToleranceMs) }
    },
    /** The forecast for a station's coming days, from the same two places. */
    forecast: async (station: string, now: Date): Promise<ServiceResult> => {
      const forecasts = await firstThatAnswers([() => forecast(station, now), () => forecastFile(station)], stopping)
      return { ...forecasts, values: within(forecasts.values, now.getTime() - 24 * hourMs, now.getTime() + forecastSpanMs) }
    },
  }
}
