import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { chromium, type Page } from 'playwright'
import { contextOptions, launchOptions } from '../e2e/chromium.ts'
import { report } from './figure.ts'
import { type Crowd, fillCrowd, minuteOfReadings } from './fill.ts'
import { type Product, startProduct } from './product.ts'
import { signInOnPage } from './sign-in-on-page.ts'

const people = 2_000
const pins = 200
const leastInView = 500
const movingMs = 3_000

const centre = { latitude: 35.68, longitude: 139.76 }
const zoom = 18
/** Degrees that are some 31 px apart at that zoom, where a mark has just room for itself. */
const step = { latitude: 0.000135, longitude: 0.000166 }
const columns = 45

/** The position of a worker: each on a spot of their own, but every tenth beside somebody else. */
const placeOf = (worker: number, moved = 0) => {
  const at = worker % 10 === 0 ? worker - 1 : worker
  const [column, row] = [(at % columns) - columns / 2, Math.floor(at / columns) - columns / 2]
  return {
    latitude: centre.latitude + (row + moved / 2) * step.latitude,
    longitude: centre.longitude + (column + moved / 2) * step.longitude,
  }
}

const send = async (product: Product, crowd: Crowd, workers: readonly number[], at: Date, moved = 0): Promise<void> => {
  const readings = (minuteOfReadings(workers, at, at.getMinutes()) as object[]).map((reading, index) => ({
    ...reading,
    ...placeOf(workers[index] ?? 0, moved),
  }))
  const answer = await fetch(`${product.url}/api/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${crowd.keyId}.${crowd.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ readings }),
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
}

/** A GPS map of the crowd's site, with so many devices on it. */
const makeMap = async ({ pool }: Product, { companyId, officeId }: Crowd): Promise<number> => {
  const { rows } = await pool.query<{ map_id: number }>(
    `insert into site_map (company_id, office_id, position, location_name, type, latitude, longitude, zoom)
     values ($1, $2, 0, '計測工区', 2, $3, $4, $5) returning map_id`,
    [companyId, officeId, centre.latitude, centre.longitude, zoom],
  )
  const mapId = rows[0]?.map_id ?? 0
  await pool.query(
    `insert into device (company_id, office_id, kind, serial, location_name, map_id, on_map, latitude, longitude)
     select $1, $2, 'barometer', 'RB-' || n, '基準点' || n, $3, true, $4 + ((n % 20) - 10) * $6::double precision, $5 + (n / 20 - 5) * $7::double precision
       from generate_series(1, $8) n`,
    [companyId, officeId, mapId, centre.latitude, centre.longitude, step.latitude * 1.5, step.longitude * 3.5, pins],
  )
  return mapId
}

/** What the page notes while it is measured: when it painted the map, and what came over the stream when. */
type Noted = { painted: number[]; came: { at: number; people: number }[] }

/** Notes in the page each frame in which a map's canvas was painted, and each piece of news of places. */
const note = () => {
  const noted: Noted = { painted: [], came: [] }
  Object.assign(globalThis, { noted })
  // Each frame of the map begins by clearing its canvas.
  const { clearRect } = CanvasRenderingContext2D.prototype
  let isPainted = false
  CanvasRenderingContext2D.prototype.clearRect = function (...box) {
    clearRect.apply(this, box)
    if (isPainted) return
    isPainted = true
    // A message is heard once the frame it was sent in is on its way to the screen.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => {
        isPainted = false
        noted.painted.push(performance.now())
      })
      port1.start()
      port2.postMessage(null)
    })
  }
  const ask = globalThis.fetch
  globalThis.fetch = async (...args) => {
    const answer = await ask(...args)
    if (!answer.url.includes('/api/live') || answer.body === null) return answer
    const listened = answer.body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform: (chunk, controller) => {
          const text = new TextDecoder().decode(chunk)
          const places = text.includes('mapIds') ? text.split('"mapIds"').length - 1 : 0
          if (places > 0) noted.came.push({ at: performance.now(), people: places })
          controller.enqueue(chunk)
        },
      }),
    )
    return new Response(listened, { status: answer.status, headers: answer.headers })
  }
}

const read = (page: Page): Promise<Noted> => page.evaluate(() => (globalThis as unknown as { noted: Noted }).noted)

/** Frames a second while something moves the map. */
const framesPerSecond = async (page: Page, move: (elapsed: number) => Promise<void>): Promise<number> => {
  const before = (await read(page)).painted.length
  const started = performance.now()
  for (let elapsed = 0; elapsed < movingMs; elapsed = performance.now() - started) await move(elapsed)
  const seconds = (performance.now() - started) / 1_000
  return ((await read(page)).painted.length - before) / seconds
}

/**
 * Milliseconds that news of so many people waited for the next frame of the map; the server sends it in pieces, of which
 * the one that waited longest counts.
 */
const updateMs = async (page: Page, change: () => Promise<void>, count: number): Promise<number> => {
  const before = (await read(page)).came.length
  await change()
  for (let attempt = 0; attempt < 100; attempt++) {
    await after(100)
    const { came, painted } = await read(page)
    const news = came.slice(before)
    if (news.reduce((sum, one) => sum + one.people, 0) < count) continue
    const waits = news.map(({ at }) => (painted.find((frame) => frame > at) ?? Number.POSITIVE_INFINITY) - at)
    if (waits.every(Number.isFinite)) return Math.max(...waits)
  }
  throw new Error('the news did not come')
}

const assets = fileURLToPath(new URL('../apps/web/dist/assets', import.meta.url))

const gzippedKb = async (names: ReadonlySet<string>): Promise<number> => {
  const files = (await readdir(assets)).filter((name) => names.has(name))
  const sizes = await Promise.all(files.map(async (name) => gzipSync(await readFile(join(assets, name))).length))
  return sizes.reduce((sum, size) => sum + size, 0) / 1_024
}

/** The names of the scripts a page asks for, from now on. */
const scriptsOf = (page: Page): Set<string> => {
  const names = new Set<string>()
  page.on('response', (response) => {
    const name = new URL(response.url()).pathname.split('/').at(-1) ?? ''
    if (name.endsWith('.js')) names.add(name)
  })
  return names
}

const openMap = async (page: Page, product: Product, mapId: number): Promise<number> => {
  await page.addInitScript(note)
  const scripts = scriptsOf(page)
  await signInOnPage(page, product)
  await after(2_000)
  const shell = new Set(scripts)
  await page.goto(`${product.url}/map/detail/${mapId}`)
  await page.locator('[data-mark]').first().waitFor()
  return gzippedKb(new Set([...scripts].filter((name) => !shell.has(name))))
}

/**
 * How a crowded map moves in Chromium drawn in software, how soon a change of 200 people is on the screen, and what the
 * screen weighs. On a product of its own: a map of 2,000 people and 200 devices.
 */
export const measureMapCanvas = async (): Promise<void> => {
  const product = await startProduct()
  const browser = await chromium.launch(launchOptions)
  try {
    const crowd = await fillCrowd(product.pool, people)
    const mapId = await makeMap(product, crowd)
    const all = Array.from({ length: people }, (_, index) => index + 1)
    await send(product, crowd, all, new Date())
    const page = await browser.newPage({ ...contextOptions, viewport: { width: 1920, height: 1080 } })
    report('map screen JavaScript beyond the shell, gzip', await openMap(page, product, mapId), 'KB', 150)
    await after(1_000)
    const inView = await page.locator('[data-mark]').count()
    if (inView < leastInView) throw new Error(`only ${inView} marks are in view`)
    report('map, marks in view', inView, 'marks', leastInView)

    const box = await page.getByRole('group', { name: /^地図。/ }).boundingBox()
    if (box === null) throw new Error('the map is not shown')
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    await page.mouse.move(middle.x, middle.y)
    await page.mouse.down()
    const pan = await framesPerSecond(page, (elapsed) =>
      page.mouse.move(middle.x + 150 * Math.sin(elapsed / 400), middle.y + 100 * Math.cos(elapsed / 300)),
    )
    await page.mouse.up()
    report('map, frames while panning', pan, 'frames/s', 20)
    const scale = await framesPerSecond(page, async (elapsed) => {
      await page.mouse.wheel(0, Math.sin(elapsed / 500) > 0 ? -40 : 40)
    })
    report('map, frames while zooming', scale, 'frames/s', 20)

    await page.reload()
    await page.locator('[data-mark]').first().waitFor()
    await page.getByRole('checkbox', { name: '自動更新' }).check()
    await after(2_000)
    const times: number[] = []
    for (let round = 1; round <= 5; round++) {
      const moved = all.filter((worker) => worker % 10 === round)
      times.push(await updateMs(page, () => send(product, crowd, moved, new Date(), round), moved.length))
    }
    report('map, news of 200 people → painted, median of 5', times.toSorted((a, b) => a - b)[2] ?? Number.NaN, 'ms', 200)
  } finally {
    await browser.close()
    await product.stop()
  }
}
