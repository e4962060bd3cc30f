import { signIn, type SignedInHeaders, timeCalls } from './console.ts'
import { percentile, report } from './figure.ts'
import {
  fillRest,
  fillTenth,
  monthBefore,
  readingsAnHour,
  type Summarised,
} from '../apps/server/src/shared/monitoring/summaries/test-past-hours.ts'
import type { Product } from './product.ts'

const calls = 200

/** Milliseconds, 95 of 100, that reports take one after another: a month of one worker, and a day of a site's thousand. */
const timeReports = async ({ url }: Product, headers: SignedInHeaders, { officeId, workers }: Summarised): Promise<[number, number]> => {
  const month = monthBefore().slice(0, 7)
  const ofMonth = workers.map((worker) => ({ OfficeId: officeId, Workers: worker, ReportType: 2, Period: 1, RequestDate: month }))
  const ofDay = [1, 2, 3, 4].map((ReportType) => ({ OfficeId: officeId, ReportType, Period: 2, RequestDate: `${month}-15` }))
  const time = async (bodies: readonly object[]) => {
    await timeCalls(`${url}/api/Report`, headers, 20, 1, bodies)
    return percentile(await timeCalls(`${url}/api/Report`, headers, calls, 1, bodies), 0.95)
  }
  return [await time(ofMonth), await time(ofDay)]
}

/** Reports while summaries of five million readings are stored, and while those of fifty million are. */
export const measureReports = async (product: Product): Promise<void> => {
  const headers = await signIn(product)
  const { hours, ...summarised } = await fillTenth(product.pool)
  const few = await timeReports(product, headers, summarised)
  const all = await fillRest(product.pool)
  const many = await timeReports(product, headers, summarised)
  const millions = (of: number) => `${Math.round((of * readingsAnHour) / 1e6)} million readings summarised`
  for (const [n, name] of ['month of one worker', 'day of 1,000 workers'].entries()) {
    report(`report p95, ${name}, ${millions(hours)}`, few[n] ?? Number.NaN, 'ms', 200)
    report(`report p95, ${name}, ${millions(all)}`, many[n] ?? Number.NaN, 'ms', 200)
    report(`report p95, ${name}, of what it was with a tenth`, many[n] ?? Number.NaN, 'ms', few[n] ?? Number.NaN)
  }
}
