import { randomFillSync } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { takeTurn } from '../../platform/database/recurring.ts'
import { forgetPicturesJob } from './forget-pictures.ts'
import { heldBytes } from './held-bytes.ts'
import { sideFor, sizedKeys } from './picture-sizes.ts'
import { createPictureApp, drawing, type PictureApp } from './test-pictures.ts'

let app: PictureApp
const noon = new Date('2026-07-20T13:00:00+09:00')

beforeAll(async () => {
  app = await createPictureApp()
})
beforeEach(async () => {
  app.time.now = noon
  await app.context.db.deleteFrom('site_map').execute()
  await app.context.db.deleteFrom('stored_file').execute()
})
afterAll(() => app.close())

const pixelsOf = async (content: Buffer) => {
  const { width, height, format } = await sharp(content).metadata()
  return { width, height, format }
}
const keptSizes = async (key: string): Promise<string[]> => {
  const storedFiles: string[] = []
  for (const sized of sizedKeys(key)) {
    const content = await app.context.files.get(sized)
    if (content === undefined) continue
    content.destroy()
    storedFiles.push(sized)
  }
  return storedFiles
}

test('a size is the smallest kept one that is wide enough, and no larger than a tablet can draw', () => {
  const plan = { width: 10_000, height: 7_000 }
  expect([1, 320, 321, 1_300, 2_560, 4_000, 4_097, 10_000].map((width) => sideFor(plan, width))).toEqual([
    320, 320, 640, 2_560, 2_560, 4_096, 4_096, 4_096,
  ])
  // 1,280 px wide is 1,829 px high.
  expect(sideFor({ width: 3_500, height: 5_000 }, 1_280)).toBe(2_560)
  expect(sideFor({ width: 300, height: 200 }, 320)).toBeUndefined()
  expect(sideFor({ width: 600, height: 400 }, 500)).toBeUndefined()
  expect(sideFor({ width: 1, height: 10_000 }, 320)).toBe(4_096)
})

test('pixels and bytes of a picture are recorded as it was redrawn', async () => {
  const jpeg = await drawing(300, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const { key } = await app.upload(app.people.base, jpeg)
  const { content } = await app.picture(app.people.base, key)
  expect(await app.recorded()).toEqual([{ file_key: key, content_type: 'image/jpeg', width: 200, height: 300, size: content.length }])
})

test('a size is made once, even if many ask at once, and kept', async () => {
  const { key } = await app.upload(app.people.base, await drawing(2_000, 1_000).png().toBuffer())
  expect(await keptSizes(key)).toEqual([])
  const requests = await Promise.all(
    ['?width=600', '?width=640', '?Width=500', '?width=330'].map((query) => app.picture(app.people.base, key, query)),
  )
  for (const { status, content, headers } of requests) {
    expect([status, headers['content-type']]).toEqual([200, 'image/png'])
    expect(await pixelsOf(content)).toEqual({ width: 640, height: 320, format: 'png' })
  }
  const [sized] = await keptSizes(key)
  expect(sized).toBe(key.replace('.png', '-640.png'))
  // What is kept is what is shown: it is not made again.
  await app.context.files.put(sized ?? '', import.meta.filename, 'image/png')
  expect((await app.picture(app.people.base, key, '?width=640')).content.includes('it is not made again')).toBe(true)
  expect(await pixelsOf((await app.picture(app.people.base, key, '?width=9000')).content)).toMatchObject({ width: 2_000 })
  for (const width of ['0', 'wide', '10001']) expect((await app.picture(app.people.base, key, `?width=${width}`)).status).toBe(400)
})

test('sizes are of those who may see the picture, and cannot be asked for by their own keys', async () => {
  const { people, office } = app
  const { key } = await app.upload(people.base, await drawing(700, 400).jpeg().toBuffer())
  await app.nameOnMap(office, key)
  expect((await app.picture(people.contract, key, '?width=100')).status).toBe(200)
  expect((await app.picture(people.foreignBase, key, '?width=100')).status).toBe(404)
  const [sized] = await keptSizes(key)
  expect((await app.picture(people.base, sized ?? '')).status).toBe(404)
})

test('sizes go with their picture', async () => {
  const { key } = await app.upload(app.people.base, await drawing(700, 400).png().toBuffer())
  for (const width of [100, 500]) await app.picture(app.people.base, key, `?width=${width}`)
  expect(await keptSizes(key)).toHaveLength(2)
  app.time.now = new Date(noon.getTime() + 24 * 3_600_000)
  await takeTurn(app.context, forgetPicturesJob)
  expect(await keptSizes(key)).toEqual([])
})

test('of a picture of before, pixels are recorded when it is first asked for; one that cannot be read is shown as it is', async () => {
  const { key } = await app.upload(app.people.base, await drawing(700, 400).png().toBuffer())
  await app.context.db.updateTable('stored_file').set({ width: null, height: null }).execute()
  expect(await pixelsOf((await app.picture(app.people.base, key, '?width=320')).content)).toMatchObject({ width: 320 })
  expect(await app.recorded()).toMatchObject([{ width: 700, height: 400 }])

  await app.context.db.updateTable('stored_file').set({ width: null, height: null }).execute()
  await app.context.files.put(key, import.meta.filename, 'image/png')
  expect((await app.picture(app.people.base, key, '?width=100')).status).toBe(200)
  expect(await app.recorded()).toMatchObject([{ width: null }])
})

test('a picture whose file has gone is not found, in any size', async () => {
  const { key } = await app.upload(app.people.base, await drawing(700, 400).png().toBuffer())
  await app.context.files.delete(key)
  for (const query of ['', '?width=100']) expect((await app.picture(app.people.base, key, query)).status).toBe(404)
})

// Of one shade it is a bomb as well: 70 MB in 70 KB.
test.each(['png', 'jpeg'] as const)('a scan of 10,000 × 7,000 px is taken as %s and shown in sizes', async (format) => {
  const scan = await drawing(10_000, 7_000).toColourspace('b-w').toFormat(format).toBuffer()
  const { status, key } = await app.upload(app.people.base, scan)
  expect(status).toBe(200)
  expect(await app.recorded()).toMatchObject([{ width: 10_000, height: 7_000 }])
  expect(await pixelsOf((await app.picture(app.people.base, key, '?width=2000')).content)).toMatchObject({ width: 2_560, height: 1_792 })
})

test('a strip of one pixel is accepted, horizontal and vertical', async () => {
  for (const [width, height] of [
    [9_000, 1],
    [1, 9_000],
  ] as const) {
    const { key } = await app.upload(app.people.base, await drawing(width, height).png().toBuffer())
    expect(await pixelsOf((await app.picture(app.people.base, key)).content)).toMatchObject({ width, height })
    expect(await pixelsOf((await app.picture(app.people.base, key, '?width=4096')).content)).toMatchObject({
      width: Math.min(width, 4_096),
      height: Math.min(height, 4_096),
    })
  }
})

test('a JPEG in the colours of print is taken in those of the screen', async () => {
  const print = await drawing(60, 40, '#d02020').toColourspace('cmyk').jpeg().toBuffer()
  expect(await sharp(print).metadata()).toMatchObject({ space: 'cmyk', channels: 4 })
  const { key } = await app.upload(app.people.base, print)
  const { content } = await app.picture(app.people.base, key)
  expect(await sharp(content).metadata()).toMatchObject({ format: 'jpeg', space: 'srgb', channels: 3 })
  const [red = 0, green = 0, blue = 0] = await sharp(content).raw().toBuffer()
  expect(red).toBeGreaterThan(160)
  expect(Math.max(green, blue)).toBeLessThan(100)
})

test('a PNG of 30 MB is taken whole, and one of 60 MB refused', async () => {
  const noise = Buffer.alloc(3_200 * 3_260 * 3)
  randomFillSync(noise)
  const png = await sharp(noise, { raw: { width: 3_200, height: 3_260, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  expect(png.length).toBeGreaterThan(31_000_000)
  expect(await app.upload(app.people.base, png)).toMatchObject({ status: 200 })
  expect(await app.upload(app.people.base, Buffer.concat([png, png]))).toMatchObject({
    status: 413,
    body: ['画像が大きすぎます。30MBまでのファイルを選んでください。'],
  })
})

test('what must be held at once to be read is known in advance', () => {
  const pixels = { width: 10_000, height: 7_000, channels: 3, depth: 'uchar' } as const
  const mb = (head: Partial<Parameters<typeof heldBytes>[0]>) =>
    heldBytes({ ...pixels, format: 'png', isProgressive: false, ...head }) / 1e6
  expect(mb({})).toBe(0)
  expect(mb({ format: 'jpeg' })).toBe(0)
  expect(mb({ isProgressive: true })).toBe(210)
  expect(mb({ isProgressive: true, channels: 4, depth: 'ushort' })).toBe(560)
  expect(mb({ format: 'jpeg', isProgressive: true, chromaSubsampling: '4:2:0' })).toBe(210)
  expect(mb({ format: 'jpeg', isProgressive: true, chromaSubsampling: '4:4:4' })).toBe(420)
  expect(mb({ format: 'jpeg', orientation: 6 })).toBe(210)
})
