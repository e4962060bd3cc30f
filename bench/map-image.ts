import { randomFillSync } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import sharp, { type Sharp } from 'sharp'
import { signIn } from './console.ts'
import { report } from './figure.ts'
import type { Product } from './product.ts'

const screenPx = 2_560

/** A drawing of so many pixels with grain, which no packing makes small. */
const grainy = (width: number, height: number, shades: number): Sharp => {
  const pixels = randomFillSync(Buffer.alloc(width * height * 3))
  for (let n = 0; n < pixels.length; n++) pixels[n] = 255 - ((pixels[n] ?? 0) % shades)
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

const store = async ({ url }: Product, headers: Record<string, string>, picture: Buffer<ArrayBuffer>, type: string): Promise<string> => {
  const form = new FormData()
  form.set('uploadFile', new Blob([picture], { type }), 'plan')
  const answer = await fetch(`${url}/api/FileUpload/Image`, { method: 'POST', headers, body: form })
  if (!answer.ok) throw new Error(`upload: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { url: string }).url
}

const show = async ({ url }: Product, headers: Record<string, string>, key: string): Promise<void> => {
  const answer = await fetch(`${url}/api/Map/Image/${key}?width=${screenPx}`, { headers })
  const { width } = await sharp(await answer.arrayBuffer()).metadata()
  if (width !== screenPx) throw new Error(`the screen's size is ${width} px wide`)
}

/** The server's resident memory at its highest while the work continues, in MB. */
const highestMb = async (product: Product, work: () => Promise<void>): Promise<number> => {
  let highest = 0
  let isDone = false
  const watch = async () => {
    while (!isDone) {
      highest = Math.max(highest, await product.residentMb())
      await after(20)
    }
  }
  const watching = watch()
  await work().finally(() => (isDone = true))
  await watching
  return highest
}

/** A drawing of 30 MB, stored and seen on a screen for the first time and again; and what a large scan takes of memory. */
export const measureMapImage = async (product: Product): Promise<void> => {
  const headers = await signIn(product)
  const drawing = await grainy(5_000, 3_500, 18).png().toBuffer()
  const megabytes = Math.round(drawing.length / 1e6)
  const started = performance.now()
  const key = await store(product, headers, drawing, 'image/png')
  const stored = performance.now()
  await show(product, headers, key)
  const shown = performance.now()
  await show(product, headers, key)
  const again = performance.now()
  report(`drawing of ${megabytes} MB, 5,000 × 3,500 px, stored and its screen's size fetched`, shown - started, 'ms', 5_000)
  report('of which stored', stored - started, 'ms')
  report("the screen's size fetched again", again - shown, 'ms', shown - stored)
  const scan = await grainy(10_000, 7_000, 2).jpeg({ quality: 60 }).toBuffer()
  const before = await product.residentMb()
  const highest = await highestMb(product, async () => show(product, headers, await store(product, headers, scan, 'image/jpeg')))
  report('the server grows while it takes a scan of 10,000 × 7,000 px, by', Math.max(highest - before, 0), 'MB', 300)
}
