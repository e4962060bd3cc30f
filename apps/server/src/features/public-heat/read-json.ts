import { z } from 'zod'
import { type PublicValue, readWbgt } from './public-value.ts'
import { readServiceTime } from './service-time.ts'

/**
 * The form of both calls, as the service's own manual (version 1.1, June 2026) has it. Numbers of the rows come as text,
 * codes as numbers; a refusal comes with HTTP 200.
 */
const Answer = z.object({
  status: z.string(),
  errMsg: z.union([z.string(), z.array(z.string())]).optional(),
  data: z.array(z.unknown()).optional(),
})

const code = z.union([z.number(), z.string()]).transform(String)
const SurveyRow = z.object({ wbgt_no: code, wbgt_date: z.string(), wbgt_class: code, wbgt_WO: z.unknown() })
const ForecastRow = z.object({ wbgt_no: code, forecast_time: z.string(), forecast_val: z.unknown(), reference_time: z.unknown() })

/** The service answered, and refused. */
export class ServiceRefusal extends Error {
  override readonly name = 'ServiceRefusal'
}

const rowsOf = (text: string): unknown[] => {
  const { status, errMsg = '', data } = Answer.parse(JSON.parse(text))
  if (status !== 'success') throw new ServiceRefusal(`status ${status} ${String(errMsg)}`.trim().slice(0, 200))
  if (data === undefined) throw new TypeError('the answer has no data')
  return data
}

const kinds: Record<string, PublicValue['kind']> = { 0: 'estimated', 1: 'measured' }

/**
 * The observed values of a station in an answer to getSurveyData. `wbgt_WO` is the WBGT in °C; `wbgt_WI` is a quality
 * code. Rows of other stations, blank and implausible ones are left out.
 * @throws ServiceRefusal, or another error where it is no such answer
 */
export const readSurvey = (text: string, station: string): PublicValue[] =>
  rowsOf(text).flatMap((row) => {
    const { data } = SurveyRow.safeParse(row)
    const [at, wbgt, kind] = [readServiceTime(data?.wbgt_date), readWbgt(data?.wbgt_WO, 1), kinds[data?.wbgt_class ?? '']]
    return data?.wbgt_no !== station || at === undefined || wbgt === undefined || kind === undefined ? [] : [{ kind, at, wbgt }]
  })

/**
 * The forecast of a station in an answer to getForecastData; `forecast_val` is ten times the WBGT, as text.
 * @throws as `readSurvey`
 */
export const readForecast = (text: string, station: string): PublicValue[] =>
  rowsOf(text).flatMap((row) => {
    const { data } = ForecastRow.safeParse(row)
    const [at, wbgt] = [readServiceTime(data?.forecast_time), readWbgt(data?.forecast_val, 10)]
    if (data?.wbgt_no !== station || at === undefined || wbgt === undefined) return []
    const issuedAt = readServiceTime(data.reference_time)
    return [{ kind: 'forecast', at, wbgt, ...(issuedAt !== undefined && { issuedAt }) }]
  })
