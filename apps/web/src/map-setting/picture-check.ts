import { message } from '@mimamori/contract/messages'

/** What one file and all new files of a save may hold in bytes, and a drawing in pixels (spec §9). */
export const pictureLimits = { each: 31_457_280, together: 104_857_600, pixels: 100_000_000 } as const

const megabyte = 1_048_576

/** Bytes as people compare them with the limits: 1.8 MB, rounded up, so that what is refused never reads as what is allowed. */
export const megabytes = (bytes: number): string => {
  if (bytes < 104_858) return `${Math.ceil(bytes / 1_024)} KB`
  return `${(Math.ceil((bytes / megabyte) * 10) / 10).toFixed(1)} MB`
}

/** A limit of whole megabytes: 30 MB. */
export const limitInWords = (bytes: number): string => `${Math.round(bytes / megabyte)} MB`

const text = (bytes: Uint8Array, from: number, length: number) => String.fromCodePoint(...bytes.subarray(from, from + length))

const isPng = (bytes: Uint8Array) => text(bytes, 0, 8) === '\u0089PNG\r\n\u001A\n'
const isJpeg = (bytes: Uint8Array) => text(bytes, 0, 3) === '\u00FF\u00D8\u00FF'

// Other files that people often choose, by their first bytes.
const others: readonly (readonly [name: string, (bytes: Uint8Array) => boolean])[] = [
  ['TIFF', (bytes) => ['II*\0', 'MM\0*'].includes(text(bytes, 0, 4))],
  ['GIF', (bytes) => text(bytes, 0, 4) === 'GIF8'],
  ['BMP', (bytes) => text(bytes, 0, 2) === 'BM'],
  ['WebP', (bytes) => text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 4) === 'WEBP'],
  ['PDF', (bytes) => text(bytes, 0, 4) === '%PDF'],
  ['HEIC', (bytes) => text(bytes, 4, 4) === 'ftyp'],
  ['DWG', (bytes) => text(bytes, 0, 4) === 'AC10'],
  ['SVG', (bytes) => /^\s*<(\?xml|svg)/.test(text(bytes, 0, 16))],
]

/** How many bytes at the beginning of a file show its kind. */
const headLength = 16

type Candidate = {
  readonly size: number
  /** The first bytes of the file. */
  readonly head: Uint8Array
}

const ask = `${limitInWords(pictureLimits.each)}以下の JPG か PNG を選んでください`

/**
 * Why a file cannot be a drawing, judged by its content and not by its name; undefined where it can.
 * @param others the bytes of the other new drawings
 */
export const fileFault = ({ size, head }: Candidate, othersSize: number): string | undefined => {
  if (size === 0) return `ファイルが空です。${ask}。`
  if (!isPng(head) && !isJpeg(head)) {
    const name = others.find(([, is]) => is(head))?.[0]
    return `${name === undefined ? 'JPGでもPNGでもないファイル' : name}は使えません。${ask}（${megabytes(size)}）。`
  }
  if (size > pictureLimits.each) return `大きすぎます。${ask}（${megabytes(size)}）。`
  if (size + othersSize <= pictureLimits.together) return undefined
  return `新しい図面が合わせて${limitInWords(pictureLimits.together)}を超えます（${megabytes(size + othersSize)}）。ほかの図面を先に保存してください。`
}

const load = (url: string): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image()
    image.addEventListener('load', () => resolve(image))
    image.addEventListener('error', () => reject(new Error('no picture')))
    image.src = url
  })

/** A tablet may lack the memory for more pixels at once: whether a larger picture is whole, the server says when it is saved. */
const mostDecoded = 50_000_000

/** Decodes all of a picture; an `Image` is content with the header of a file that is cut short or damaged. */
const decodeAll = async (file: File): Promise<void> => {
  const bitmap = await createImageBitmap(file, { resizeWidth: 1, resizeHeight: 1 })
  bitmap.close()
}

/** The pixels of a drawing as it is seen upright, or why it cannot be read. */
const measure = async (file: File): Promise<{ readonly width: number; readonly height: number } | string> => {
  const url = URL.createObjectURL(file)
  try {
    const { naturalWidth: width, naturalHeight: height } = await load(url)
    if (width * height > pictureLimits.pixels) return message('imagePixels')
    if (width * height <= mostDecoded) await decodeAll(file)
    return { width, height }
  } catch {
    return message('imageBroken')
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** The pixels of a chosen drawing, or why it cannot be one. */
export const readPicture = async (file: File, othersSize: number): ReturnType<typeof measure> => {
  try {
    const head = new Uint8Array(await file.slice(0, headLength).arrayBuffer())
    return fileFault({ size: file.size, head }, othersSize) ?? (await measure(file))
  } catch {
    return 'ファイルを開けません。もう一度選んでください。'
  }
}
