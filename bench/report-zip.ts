import { dayMs } from '@mimamori/contract/day'
import { setTimeout as after } from 'node:timers/promises'
import { fillWorkedDays } from '../apps/server/src/shared/monitoring/summaries/test-worked-days.ts'
import { signIn } from './console.ts'
import { report } from './figure.ts'
import type { Crowd } from './fill.ts'
import { callsOf, siteCalls, timeMeanwhile } from './meanwhile.ts'
import type { Product } from './product.ts'

const people = 100
const days = 31

const dayBefore = (number: number) => new Date(Date.now() - number * dayMs).toISOString().slice(0, 10)
const span = { startTime: dayBefore(days + 1), endTime: dayBefore(2) }

/** Milliseconds to the first byte and to the last, and how many bytes came. */
const download = async ({ url }: Product, headers: Record<string, string>, body: object) => {
  const started = performance.now()
  const answer = await fetch(`${url}/api/Report/download-report`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok || answer.body === null) throw new Error(`ZIP of reports: ${answer.status} ${await answer.text()}`)
  let [firstMs, bytes] = [0, 0]
  for await (const chunk of answer.body) {
    if (firstMs === 0) firstMs = performance.now() - started
    bytes += chunk.length
  }
  return { firstMs, allMs: performance.now() - started, bytes }
}

/** The ZIP of a month of 100 people, all types, while an administrator of their site continues working. */
export const measureReportZip = async (product: Product, crowd: Crowd, baseLogin: string): Promise<void> => {
  const workers = await fillWorkedDays(product.pool, crowd, people, span)
  const headers = await signIn(product, baseLogin)
  const request = { OfficeId: [crowd.officeId], ReportTypeZip: [1, 2, 3, 4, 5], ...span }
  // Once before measuring: the first download spends its time on code, not on reports.
  await download(product, headers, { ...request, Workers: workers.slice(0, 1) })
  const calls = callsOf(product, siteCalls, headers)
  await timeMeanwhile(calls, after(2_000))
  const before = await timeMeanwhile(calls, after(8_000))
  const residentMb: number[] = []
  const timer = setInterval(() => void product.residentMb().then((mb) => residentMb.push(mb)), 100)
  const work = download(product, headers, { ...request, Workers: workers })
  const meanwhile = await timeMeanwhile(calls, work)
  clearInterval(timer)
  const { firstMs, allMs, bytes } = await work
  const name = `report ZIP, ${people} people × ${days} days × 5 types`
  report(`${name}, first byte`, firstMs, 'ms', 1_000)
  report(`${name}, whole, ${(bytes / 1e6).toFixed(1)} MB`, allMs / 1_000, 's', 60)
  report(`${name}, server resident, at most`, Math.max(...residentMb), 'MB', 500)
  for (const [call, ms] of meanwhile) report(`${call} during a report ZIP, p95, of before`, ms, 'ms', before.get(call))
}
