import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPictureApp, drawing, type PictureApp } from './test-pictures.ts'

let app: PictureApp
let png: Buffer
let jpeg: Buffer

beforeAll(async () => {
  png = await drawing(300, 200).png().toBuffer()
  jpeg = await drawing(300, 200).jpeg().toBuffer()
  app = await createPictureApp()
})
afterAll(() => app.close())

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
const script = '<script>alert(document.domain)</script>'
const svg = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(data.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}
const header = (width: number, height: number) => {
  const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  return chunk('IHDR', data)
}
const pngOf = (...chunks: Buffer[]) => Buffer.concat([signature, ...chunks, chunk('IEND', Buffer.alloc(0))])
/** A sound PNG with a chunk of somebody's own after its header. */
const pngWith = (own: Buffer) => Buffer.concat([png.subarray(0, 33), own, png.subarray(33)])
/** A sound JPEG with a segment of somebody's own at its beginning. */
const jpegWith = (marker: number, text: string) => {
  const data = Buffer.from(text)
  const segment = Buffer.from([0xff, marker, 0, 0])
  segment.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), segment, data, jpeg.subarray(2)])
}
/** A JPEG that says it has other pixels than it has. */
const claiming = (content: Buffer, width: number, height: number) => {
  const lying = Buffer.from(content)
  const frame = [0xc0, 0xc2].map((marker) => lying.indexOf(Buffer.from([0xff, marker]))).find((index) => index > 0) ?? 0
  lying.writeUInt16BE(height, frame + 5)
  lying.writeUInt16BE(width, frame + 7)
  return lying
}

const upload = (content: Buffer, name = 'plan.png') => app.upload(app.people.base, content, name)

describe('refused is', () => {
  const only = '画像はJPGまたはPNGだけです。JPGまたはPNGのファイルを選んでください。'
  const broken = '画像を読み取れません。ファイルが壊れています。別のファイルを選んでください。'
  const pixels = '画像の縦横が大きすぎます。縦と横を掛けて1億画素までの画像を選んでください。'
  const held =
    'この画像は、プログレッシブまたはインターレースで保存されているか、向きを変えて撮られていて、大きすぎます。標準の形式で保存し直すか、小さくしてください。'

  test.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['a text that is called .png', () => Buffer.from('図面は事務所にあります。'), only],
    ['a vector drawing that is called .png', () => Buffer.from(svg), only],
    ['a vector drawing behind the signature of a PNG', () => Buffer.concat([signature, Buffer.from(svg)]), broken],
    ['a vector drawing in the frame of a PNG', () => pngOf(header(30, 20), chunk('IDAT', Buffer.from(svg))), broken],
    ['a document', () => Buffer.from('%PDF-1.7\n'), only],
    ['a WebP in the clothes of a JPEG', () => drawing(9, 9).webp().toBuffer(), only],
    ['a JPEG that claims to fill the memory', () => claiming(jpeg, 65_500, 65_500), pixels],
    ['a PNG that claims to fill the memory', () => pngOf(header(60_000, 60_000), chunk('IDAT', deflateSync(Buffer.alloc(9)))), pixels],
    [
      'a PNG that claims 99 million pixels and has none',
      () => pngOf(header(9_900, 10_000), chunk('IDAT', deflateSync(Buffer.alloc(9)))),
      broken,
    ],
    [
      'a progressive JPEG that would have to be held as a whole',
      async () => claiming(await drawing(64, 64).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(), 9_000, 9_000),
      held,
    ],
  ])('%s', async (_, content, text) => {
    expect(await upload(await content())).toMatchObject({ status: 400, body: [text] })
  })
})

describe('left behind is', () => {
  const zip = Buffer.from('504b0304140000000000', 'hex')

  test.each<[string, () => Buffer]>([
    ['a page behind a PNG', () => Buffer.concat([png, Buffer.from(`<html>${script}`)])],
    ['an archive behind a PNG', () => Buffer.concat([png, zip, Buffer.from(script)])],
    ['an archive behind a JPEG', () => Buffer.concat([jpeg, zip, Buffer.from(script)])],
    ['a script in a text of a PNG', () => pngWith(chunk('tEXt', Buffer.from(`Comment\0${script}`)))],
    ['a script in a chunk that nobody knows', () => pngWith(chunk('scRt', Buffer.from(script)))],
    ['a script in a colour profile that is none', () => pngWith(chunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync(script)])))],
    ['a script in a comment of a JPEG', () => jpegWith(0xfe, script)],
    ['a script in what a JPEG says of itself', () => jpegWith(0xe1, `http://ns.adobe.com/xap/1.0/\0${script}`)],
  ])('%s', async (_, content) => {
    const { status, key } = await upload(content())
    expect(status).toBe(200)
    const shown = await app.picture(app.people.base, key)
    expect(shown.headers['content-type']).toMatch(/^image\/(png|jpeg)$/)
    for (const hidden of ['script', zip]) expect(shown.content.includes(hidden)).toBe(false)
    const { exif, xmp, iptc, icc, comments } = await sharp(shown.content).metadata()
    expect({ exif, xmp, iptc, icc, comments }).toEqual({})
  })
})

describe('a bomb does no harm:', () => {
  const zeros = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * 1_000_000), { level: 9 })

  test('more pixels than the header says are not unpacked', async () => {
    const { status, key } = await upload(pngOf(header(3, 2), chunk('IDAT', zeros(50))))
    expect(status).toBe(200)
    expect((await app.picture(app.people.base, key)).content.length).toBeLessThan(1_000)
  })

  test('a text of 50 MB in 50 KB is not kept', async () => {
    const { status, key } = await upload(pngWith(chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), zeros(50)]))))
    expect(status).toBe(200)
    expect((await app.picture(app.people.base, key)).content.length).toBeLessThan(5_000)
  })
})
