import { setTimeout as after } from 'node:timers/promises'
import { timeCalls } from './console.ts'
import { percentile } from './figure.ts'
import type { Product } from './product.ts'

/** What the people of a site ask while long work continues. */
export const siteCalls = {
  'condition list': '/api/HealthCondition?limit=100',
  'worker list': '/api/UserRole?worker=1&limit=20',
  'summary of the home screen': '/api/HealthCondition/Summary',
  'own account': '/api/UserInfo',
} as const

/** A call that is timed, under its name. */
export type Call = { readonly name: string; readonly url: string; readonly headers: { authorization: string } }

export const callsOf = (product: Product, paths: Readonly<Record<string, string>>, headers: { authorization: string }): Call[] =>
  Object.entries(paths).map(([name, path]) => ({ name, url: product.url + path, headers }))

/** The 95th percentile of each call in milliseconds; the calls are made one after the other until the work is over. */
export const timeMeanwhile = async (calls: readonly Call[], work: Promise<unknown>): Promise<Map<string, number>> => {
  const times = new Map<string, number[]>(calls.map(({ name }) => [name, []]))
  let isOver = false
  const watched = work.finally(() => (isOver = true))
  while (!isOver) {
    for (const { name, url, headers } of calls) {
      times.get(name)?.push(...(await timeCalls(url, headers, 1, 1)))
      await after(10)
    }
  }
  await watched
  return new Map(Array.from(times, ([name, sample]) => [name, percentile(sample, 0.95)]))
}
