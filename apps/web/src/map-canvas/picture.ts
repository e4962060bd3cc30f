import { mapImage } from '@mimamori/contract/map-image'
import { callRaw } from '../platform/api.ts'
import type { Picture } from './map-geometry.ts'

/** A drawing in memory; `isLines` where it is ink on paper, which the dark look turns over. */
export type LoadedPicture = { readonly bitmap: ImageBitmap; readonly isLines: boolean }

/** Wide enough for any screen; the whole of a large scan would be some 280 MB in memory. */
const widest = 4_096

/** What was just chosen from the reader's own disk: by an image, since the page may fetch from its own server alone. */
const readOwn = async (url: string, width: number): Promise<ImageBitmap> => {
  const image = new Image()
  image.src = url
  await image.decode()
  return createImageBitmap(image, { resizeWidth: Math.min(width, image.naturalWidth), resizeQuality: 'medium' })
}

const readStored = async (key: string, width: number, signal: AbortSignal): Promise<ImageBitmap> => {
  const response = await callRaw(mapImage.picture, { params: { key }, query: { width }, signal })
  return createImageBitmap(await response.blob())
}

const sample = 64

/** Whether a picture is drawn in lines: nearly all of it light, and hardly coloured. */
export const isDrawnInLines = (pixels: Uint8ClampedArray): boolean => {
  let [light, coloured, count] = [0, 0, 0]
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 255] = pixels.subarray(at, at + 4)
    const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
    if (alpha < 128 || most + least > 360) light++
    if (alpha >= 128 && most - least > 48) coloured++
    count++
  }
  return light > count * 0.7 && coloured < count * 0.15
}

const sampleOf = (bitmap: ImageBitmap): Uint8ClampedArray => {
  const context = new OffscreenCanvas(sample, sample).getContext('2d')
  context?.drawImage(bitmap, 0, 0, sample, sample)
  return context?.getImageData(0, 0, sample, sample).data ?? new Uint8ClampedArray()
}

/** Reads a map's drawing. @throws where the server does not have it, or the browser cannot read it */
export const loadPicture = async (picture: Picture, signal: AbortSignal): Promise<LoadedPicture> => {
  const { url } = picture
  const width = Math.min(picture.width, widest)
  const bitmap = /^(?:blob|data):/.test(url) ? await readOwn(url, width) : await readStored(url, width, signal)
  return { bitmap, isLines: isDrawnInLines(sampleOf(bitmap)) }
}
