import { message } from '@mimamori/contract'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { badRequest, reasonOf } from '../../platform/errors.ts'
import { diskFull } from '../../platform/files/free-space.ts'
import { heldBytes, MAX_HELD_BYTES } from './held-bytes.ts'

/** An A1 drawing at 300 dots an inch has 70 million. */
const maxPixels = 100_000_000
const jpegQuality = 92
// Half the time of the usual 6 for drawings of 70 million pixels, which become 3 % larger.
const pngCompression = 3

// What a file says it is decides nothing: only these two are read at all, and by their content.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg'] })
// Readings and alerts are the processors' first work, and drawings are seldom the same twice.
sharp.concurrency(1)
sharp.cache(false)

export type PictureType = 'image/png' | 'image/jpeg'

/** A picture that has been written, with its pixels and bytes. */
export type RedrawnPicture = { readonly type: PictureType; readonly width: number; readonly height: number; readonly size: number }

let last: Promise<unknown> = Promise.resolve()

/** Works on pictures one after another: large ones take seconds, and some up to 300 MB. */
export const inTurn = <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
  const next = last.then(work, work)
  last = next.catch(() => undefined)
  return next
}

const read = (path: string) => sharp(path, { limitInputPixels: maxPixels, failOn: 'warning' })

type Format = 'png' | 'jpeg'

const headOf = async (path: string): Promise<Metadata & { format: Format }> => {
  try {
    const { format, ...head } = await read(path).metadata()
    if (head.width * head.height > maxPixels) throw badRequest(message('imagePixels'))
    if (format === 'png' || format === 'jpeg') return { ...head, format }
  } catch (error) {
    if (/pixel limit/.test(reasonOf(error))) throw badRequest(message('imagePixels'))
    if (/corrupt header/.test(reasonOf(error))) throw badRequest(message('imageBroken'))
    if (!/unsupported image format/.test(reasonOf(error))) throw error
  }
  throw badRequest(message('imageFormat'))
}

const write = async (picture: Sharp, format: Format, to: string): Promise<RedrawnPicture> => {
  // Tables made for the one picture would need all of it at once, 800 MB of 70 million pixels.
  const drawn =
    format === 'png'
      ? picture.png({ compressionLevel: pngCompression })
      : picture.jpeg({ quality: jpegQuality, chromaSubsampling: '4:4:4', optimiseCoding: false })
  const { width, height, size } = await drawn.toFile(to)
  return { type: `image/${format}`, width, height, size }
}

/**
 * Redraws an uploaded picture upright: what else the file carried (scripts, places, another file behind the picture)
 * is left behind.
 * @param from the file as it came
 * @param to where the picture is written
 * @throws Refusal 400 for what is no PNG and no JPEG, is broken, has too many pixels, or can only be read as a whole and is
 *   too large for that; 507 where the disk has no room for it
 */
export const redrawPicture = (from: string, to: string): Promise<RedrawnPicture> =>
  inTurn(async () => {
    const head = await headOf(from)
    if (heldBytes(head) > MAX_HELD_BYTES) throw badRequest(message('imageHeld'))
    try {
      return await write(read(from).autoOrient(), head.format, to)
    } catch (error) {
      if (/No space left on device/.test(reasonOf(error))) throw diskFull()
      throw badRequest(message('imageBroken'))
    }
  })

/** The pixels of a stored picture; undefined where it cannot be read. */
export const measurePicture = async (path: string): Promise<{ width: number; height: number } | undefined> => {
  try {
    const { width, height } = await read(path).metadata()
    return { width, height }
  } catch {
    return undefined
  }
}

/** Draws a stored picture so small that its longer side has so many pixels; call it in `inTurn`. */
export const shrinkPicture = (from: string, to: string, type: string, side: number): Promise<RedrawnPicture> =>
  write(
    read(from).resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true }),
    type === 'image/png' ? 'png' : 'jpeg',
    to,
  )
