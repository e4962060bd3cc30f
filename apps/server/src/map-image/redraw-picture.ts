import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { message } from '@mimamori/contract'
import sharp from 'sharp'
import { badRequest } from '../platform/errors.ts'

/** An A1 drawing at 300 dots an inch has 70 million. */
const maxPixels = 100_000_000
const jpegQuality = 92

// What a file says it is decides nothing: only these two are read at all, and by their content.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg'] })
// Readings and alerts are the processors' first work, and drawings are seldom the same twice.
sharp.concurrency(1)
sharp.cache(false)

export type PictureType = 'image/png' | 'image/jpeg'

// Large drawings take seconds and a hundred megabytes: one at a time.
let last: Promise<unknown> = Promise.resolve()
const inTurn = <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
  const next = last.then(work, work)
  last = next.catch(() => undefined)
  return next
}

const read = (path: string) => sharp(path, { limitInputPixels: maxPixels, failOn: 'warning' })

const formatOf = async (path: string): Promise<'png' | 'jpeg'> => {
  try {
    const { format, width, height } = await read(path).metadata()
    if (width * height > maxPixels) throw badRequest(message('imagePixels'))
    if (format === 'png' || format === 'jpeg') return format
  } catch (error) {
    if (/pixel limit/.test((error as Error).message)) throw badRequest(message('imagePixels'))
    if (/corrupt header/.test((error as Error).message)) throw badRequest(message('imageBroken'))
    if (!/unsupported image format/.test((error as Error).message)) throw error
  }
  throw badRequest(message('imageFormat'))
}

/**
 * Draws an uploaded picture anew, upright: what else the file carried (scripts, places, another file behind the picture)
 * is left behind.
 * @param from the file as it came
 * @param to where the picture is written
 * @throws Refusal 400 for what is no PNG and no JPEG, is broken, or has too many pixels
 */
export const redrawPicture = (from: string, to: string): Promise<{ type: PictureType; size: number }> =>
  inTurn(async () => {
    const format = await formatOf(from)
    const picture = read(from).autoOrient()
    const drawn = format === 'png' ? picture.png() : picture.jpeg({ quality: jpegQuality, chromaSubsampling: '4:4:4' })
    try {
      const { size } = await drawn.toFile(to)
      return { type: `image/${format}`, size }
    } catch {
      throw badRequest(message('imageBroken'))
    }
  })

/** A stored picture no wider than so many pixels. */
export const shrinkPicture = (content: Readable, width: number): Promise<Buffer> =>
  inTurn(async () =>
    sharp(await buffer(content), { limitInputPixels: maxPixels })
      .resize({ width, withoutEnlargement: true })
      .toBuffer(),
  )
