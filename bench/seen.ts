import { setTimeout as after } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright'
import type { WayMark, WayPoint } from '../apps/server/src/platform/way-marks.ts'
import { contextOptions, launchOptions } from '../e2e/chromium.ts'
import { signIn } from './console.ts'
import { percentile, report } from './figure.ts'
import { type Crowd, fillCrowd, minuteOfReadings } from './fill.ts'
import { type Product, startProduct } from './product.ts'
import { findArrived, findDrawn, notePage } from './seen-page.ts'
import { signInOnPage } from './sign-in-on-page.ts'

const perSecond = 1_000
const groups = 200

/** Those of a group of the crowd, which `fillCrowd` spreads evenly. */
const workersOf = (crowd: Crowd, group: number) =>
  Array.from({ length: crowd.workers }, (_, n) => n + 1).filter((worker) => (worker % groups) + 1 === group)

/** When something was at each point of its way; epoch ms. */
type Way = { sent: number; arrived: number; painted: number } & Partial<Record<WayPoint, number>>

const steps = [
  ['queue', 'sent', 'begun'],
  ['transaction', 'begun', 'stored'],
  ['announcement', 'stored', 'heard'],
  ['wait to be read', 'heard', 'taken'],
  ['read', 'taken', 'read'],
  ['stream', 'read', 'arrived'],
  ['paint', 'arrived', 'painted'],
] as const

const send = async ({ url }: Product, { keyId, secret }: Crowd, readings: unknown[]): Promise<void> => {
  const answer = await fetch(`${url}/api/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keyId}.${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ readings }),
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
}

/** Does something while the crowd sends a thousand readings a second, in ten messages. */
const besideCrowd = async (product: Product, crowd: Crowd, work: () => Promise<void>): Promise<void> => {
  const others = Array.from({ length: crowd.workers }, (_, n) => n + 1).filter((worker) => worker % groups > 1)
  const part = perSecond / 10
  let isOver = false
  const sending = (async () => {
    for (let turn = 0; !isOver; turn++) {
      const from = (turn * part) % (others.length - part)
      void send(product, crowd, minuteOfReadings(others.slice(from, from + part), new Date(), turn)).catch(() => undefined)
      await after(100)
    }
  })()
  try {
    await work()
  } finally {
    isOver = true
    await sending
  }
}

const openList = async (browser: Browser, { url }: Product, path: string): Promise<Page> => {
  const page = await browser.newPage({ ...contextOptions, viewport: { width: 1440, height: 900 } })
  await notePage(page)
  await signInOnPage(page, { url })
  await page.goto(`${url}${path}`)
  await page.getByRole('checkbox', { name: '自動更新' }).check()
  return page
}

/** Of what the server marked: the first at a point of the way, not before a moment, that holds something. */
type FindMark = (point: WayPoint, from: number, holds: (what: never) => boolean) => number | undefined

type Announced = { readonly u?: readonly number[]; readonly a?: readonly number[] }
type Taken = { readonly people: readonly { readonly userId: number }[]; readonly alerts: readonly { readonly alertId: number }[] }

const wayThrough = (
  find: FindMark,
  sent: number,
  device: string,
  { userId, alertId }: { userId?: number; alertId?: number },
): Partial<Way> => {
  const ofDevice = (devices: readonly string[]) => devices.includes(device)
  const isNews = ({ u = [], a = [] }: Announced) => (alertId === undefined ? u.includes(userId ?? 0) : a.includes(alertId))
  const isTaken = ({ people, alerts }: Taken) =>
    alertId === undefined ? people.some((one) => one.userId === userId) : alerts.some((one) => one.alertId === alertId)
  const begun = find('begun', sent, ofDevice)
  const stored = find('stored', begun ?? sent, ofDevice)
  // It may be heard before the commit's own answer is.
  const heard = find('heard', begun ?? sent, (payload: string) => isNews(JSON.parse(payload) as Announced))
  const taken = find('taken', heard ?? sent, isTaken)
  const read = find('read', taken ?? sent, isTaken)
  return Object.fromEntries(
    Object.entries({ begun, stored, heard: heard === undefined ? undefined : Math.max(heard, stored ?? 0), taken, read }).filter(
      ([, at]) => at !== undefined,
    ),
  )
}

/** One reading after another of a group whose list is open: each is followed until its row shows the new heart rate. */
const followReadings = async (product: Product, crowd: Crowd, page: Page, probes: number, find: FindMark): Promise<Way[]> => {
  const ways: Way[] = []
  const workers = workersOf(crowd, 1)
  for (let n = 0; n < probes; n++) {
    const worker = workers[n % 20] ?? 0
    const heartRate = 61 + (n % 2) * 20 + (n % 17)
    const [reading] = minuteOfReadings([worker], new Date(), 0) as object[]
    const sent = Date.now()
    await send(product, crowd, [{ ...reading, heartRate }])
    const drawn = await findDrawn(page, 'row', [`太郎${worker}`, String(heartRate)], sent)
    const arrived = await findArrived(page, 'condition', { fullName: `計測　太郎${worker}`, heartRate }, sent)
    const ids = { userId: Number(arrived?.row['userId'] ?? 0) }
    const late = Number.POSITIVE_INFINITY
    ways.push({ sent, arrived: arrived?.at ?? late, painted: drawn?.at ?? late, ...wayThrough(find, sent, String(worker), ids) })
    await after(150)
  }
  return ways
}

const close = async ({ url }: Product, headers: Record<string, string>, alertId: unknown) =>
  fetch(`${url}/api/Alert/${String(alertId)}/Close`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ outcome: 'falseAlarm' }),
  })

/** One press of a call button after another, each followed to the open list of alerts and to the banner above it. */
const followCalls = async (product: Product, crowd: Crowd, page: Page, probes: number, find: FindMark) => {
  const headers = await signIn(product)
  const [ways, banners]: [Way[], number[]] = [[], []]
  for (const worker of workersOf(crowd, 2).slice(0, probes)) {
    const [reading] = minuteOfReadings([worker], new Date(), 0) as object[]
    const sent = Date.now()
    await send(product, crowd, [{ ...reading, call: true }])
    const drawn = await findDrawn(page, 'row', [`太郎${worker}`], sent)
    const banner = await findDrawn(page, 'banner', [`太郎${worker}`], sent)
    const arrived = await findArrived(page, 'alert', { fullName: `計測　太郎${worker}`, kind: 'emergency' }, sent)
    const late = Number.POSITIVE_INFINITY
    const ids = { alertId: Number(arrived?.row['id'] ?? 0) }
    ways.push({ sent, arrived: arrived?.at ?? late, painted: drawn?.at ?? late, ...wayThrough(find, sent, String(worker), ids) })
    banners.push((banner?.at ?? late) - sent)
    await close(product, headers, arrived?.row['id'])
    await after(300)
  }
  return { ways, banners }
}

const reportBoth = (name: string, times: readonly number[], boundMs: number | null = null) => {
  report(`${name}, median`, percentile(times, 0.5), 'ms')
  report(`${name}, p99`, percentile(times, 0.99), 'ms', boundMs)
}

const reportWays = (name: string, ways: readonly Way[], boundMs: number) => {
  reportBoth(
    name,
    ways.map(({ sent, painted }) => painted - sent),
    boundMs,
  )
  for (const [step, from, to] of steps) {
    const times = ways.flatMap((way) => {
      const [begin, end] = [way[from], way[to]]
      return begin === undefined || end === undefined ? [] : [end - begin]
    })
    if (times.length > 0) reportBoth(`${name}: ${step}`, times)
  }
}

/**
 * From a reading, and from a press of a call button, leaving its sender until it is painted on an open console, while a crowd sends
 * 1,000 readings a second.
 * @param probes how many of each, at most 50
 * @param find says where the time went, for a product that is preloaded with `note-marks.ts`
 */
export const measurePainted = async (product: Product, crowd: Crowd, probes = 50, find: FindMark = () => undefined): Promise<void> => {
  const browser = await chromium.launch(launchOptions)
  try {
    const { rows } = await product.pool.query<{ groupId: number }>(
      `select g.group_id as "groupId" from work_group g where g.company_id = $1 and g.office_id = $2 and g.code = 'G1'`,
      [crowd.companyId, crowd.officeId],
    )
    const place = `officeId=${crowd.officeId}&groupId=${rows[0]?.groupId}`
    const conditions = await openList(browser, product, `/physical-condition/list?companyId=${crowd.companyId}&${place}`)
    await besideCrowd(product, crowd, async () =>
      reportWays('reading → painted, 1,000 readings/s beside', await followReadings(product, crowd, conditions, probes, find), 100),
    )
    await conditions.close()
    const alerts = await openList(browser, product, '/alert/list?kind=emergency')
    await besideCrowd(product, crowd, async () => {
      const { ways, banners } = await followCalls(product, crowd, alerts, probes, find)
      reportWays('call pressed → painted on the open list, 1,000 readings/s beside', ways, 150)
      reportBoth('call pressed → painted in the banner, 1,000 readings/s beside', banners, 150)
    })
  } finally {
    await browser.close()
  }
}

/** How soon news is seen, and where the time goes. */
export const measureSeen = async (): Promise<void> => {
  const marks: WayMark[] = []
  const product = await startProduct(undefined, {
    module: new URL('note-marks.ts', import.meta.url),
    onMessage: (mark) => marks.push(mark as WayMark),
  })
  try {
    const crowd = await fillCrowd(product.pool, 10_000)
    await measurePainted(
      product,
      crowd,
      50,
      (point, from, holds) => marks.find((mark) => mark.point === point && mark.at >= from && holds(mark.what as never))?.at,
    )
  } finally {
    await product.stop()
  }
}
