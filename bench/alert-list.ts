import { type Alerted, fillPastAlerts } from '../apps/server/src/features/alerts/episodes/test-past-alerts.ts'
import { signIn, type SignedInHeaders, timeCalls } from './console.ts'
import { percentile, report } from './figure.ts'
import type { Product } from './product.ts'

const companies = 10
const each = 100_000

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** What the screen asks for first: what is open, and the last 30 days. */
const firstPages = ['', `allTime=1&from=${dayBefore(29)}`]

/** Every filter by itself, over all of time, and all of them together. */
const filtersOf = ({ officeId, groupId, userId }: Alerted): string[] => [
  'allTime=1',
  'allTime=1&kind=battery',
  'allTime=1&kind=condition,emergency',
  'allTime=1&handling=open',
  'allTime=1&handling=responding',
  'allTime=1&handling=closed',
  `allTime=1&officeId=${officeId}`,
  `allTime=1&officeId=${officeId}&groupId=${groupId}`,
  `allTime=1&userId=${userId}`,
  `allTime=1&from=${dayBefore(200)}&to=${dayBefore(170)}`,
  `allTime=1&from=${dayBefore(365)}&officeId=${officeId}&groupId=${groupId}&kind=belt&handling=acknowledged`,
  'handling=open',
  `officeId=${officeId}`,
]

const measurePages = async (url: string, headers: SignedInHeaders, queries: readonly string[]): Promise<number[]> => {
  const times: number[] = []
  for (const query of queries) {
    const address = `${url}/api/HealthCondition/Alert?limit=50&${query}`
    await timeCalls(address, headers, 4, 2)
    times.push(...(await timeCalls(address, headers, 40, 2)))
  }
  return times
}

/**
 * Milliseconds to the first byte of the file and to its last, its lines, and by how much the server grows after the first
 * quarter of them: what it takes for the rest is rows it holds on to.
 */
const download = async ({ url, residentMb }: Product, headers: SignedInHeaders, companyId: number) => {
  const started = performance.now()
  const answer = await fetch(`${url}/api/HealthCondition/DownloadAlert/${companyId}?allTime=1`, { headers })
  if (!answer.ok || answer.body === null) throw new Error(`download: ${answer.status}`)
  let [firstMs, lines, atQuarterMb, highestMb] = [0, 0, 0, 0]
  for await (const chunk of answer.body) {
    if (firstMs === 0) firstMs = performance.now() - started
    for (const byte of chunk) if (byte === 10) lines += 1
    const residesMb = await residentMb()
    if (lines < each / 4) atQuarterMb = Math.max(atQuarterMb, residesMb)
    highestMb = Math.max(highestMb, residesMb)
  }
  return { firstMs, allMs: performance.now() - started, lines, grownMb: highestMb - atQuarterMb }
}

/** The list of alerts, for the administrator of a company that has 100,000 of a million past ones. */
export const measureAlertList = async (product: Product): Promise<void> => {
  const alerted = await fillPastAlerts(product.pool, companies, each)
  const headers = await signIn(product, alerted.login)
  report(
    'alert-list first page p95, 100,000 of a million',
    percentile(await measurePages(product.url, headers, firstPages), 0.95),
    'ms',
    50,
  )
  const filters = filtersOf(alerted)
  const slowest: number[] = []
  for (const filter of filters) slowest.push(percentile(await measurePages(product.url, headers, [filter]), 0.95))
  report('alert-list slowest filter p95, 100,000 of a million', Math.max(...slowest), 'ms', 150)
  // Once before measuring: the first download spends its time on code, not on rows.
  await download(product, headers, alerted.companyId)
  const { firstMs, allMs, lines, grownMb } = await download(product, headers, alerted.companyId)
  if (lines !== each + 1) throw new Error(`the download has ${lines} lines`)
  report('alert download of 100,000, first byte', firstMs, 'ms', 1_000)
  report('alert download of 100,000, whole', allMs, 'ms')
  report('alert download of 100,000, the server grows after the first 25,000 by', grownMb, 'MB', 30)
}
