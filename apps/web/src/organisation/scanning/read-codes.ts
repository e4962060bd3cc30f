import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** Reads the QR codes of a picture of a video. @returns their texts */
export type ReadCodes = (video: HTMLVideoElement) => Promise<readonly string[]>

// The types of browsers do not know it yet.
type Detector = { readonly detect: (source: HTMLVideoElement) => Promise<readonly { readonly rawValue: string }[]> }
type DetectorClass = {
  new (options: { readonly formats: readonly string[] }): Detector
  readonly getSupportedFormats: () => Promise<readonly string[]>
}
declare global {
  var BarcodeDetector: DetectorClass | undefined
}

const byBrowser = async (): Promise<ReadCodes | undefined> => {
  const Found = globalThis.BarcodeDetector
  if (Found === undefined || !(await Found.getSupportedFormats()).includes('qr_code')) return undefined
  const detector = new Found({ formats: ['qr_code', 'code_128', 'code_39'] })
  return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue)
}

// A picture of this width is read in a few milliseconds, and a card fills enough of it.
const pictureWidth = 640

/** With the reader that the product brings; it is fetched when it is first needed. */
const byReader = async (): Promise<ReadCodes> => {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader')
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true })
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    if (context === null || video.videoWidth === 0) return []
    canvas.width = pictureWidth
    canvas.height = Math.round((video.videoHeight / video.videoWidth) * pictureWidth)
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    const found = await readBarcodes(context.getImageData(0, 0, canvas.width, canvas.height), {
      formats: ['QRCode', 'Code128', 'Code39'],
      maxNumberOfSymbols: 1,
    })
    return found.filter(({ isValid }) => isValid).map(({ text }) => text)
  }
}

/** The browser's own reader, else the one that the product brings. */
export const openCodeReader = async (): Promise<ReadCodes> => (await byBrowser()) ?? byReader()
