import { byteOrderMark, csvLine } from '@mimamori/contract/csv-cell'

/** The name a download asks for: `filename*` (RFC 5987) before `filename`; undefined where it names none. */
export const fileNameOf = (disposition: string | null): string | undefined => {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (extended !== undefined) return decodeURIComponent(extended)
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1]
}

/** Hands a file to the browser to keep. */
export const saveFile = (name: string, content: Blob): void => {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Only after the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** A CSV file as the product writes them. */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): Blob =>
  new Blob([byteOrderMark, ...rows.map(csvLine)], { type: 'text/csv' })

// A file larger than this has rows below its header, whatever its columns.
const oneRowAtMost = 4_096

/** True where a CSV holds nothing but its header. */
export const isHeaderOnly = async (csv: Blob): Promise<boolean> => {
  if (csv.size > oneRowAtMost) return false
  const lines = (await csv.text()).split('\r\n').filter((line) => line.replace(byteOrderMark, '') !== '')
  return lines.length < 2
}
