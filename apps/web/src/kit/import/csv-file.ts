/** A CSV file as far as the console looks into it; `rows` is absent where the file is too large to look into. */
export type CsvFile = {
  readonly encoding: 'UTF-8' | 'CP932'
  /** Cells by row, the header first. */
  readonly rows: readonly (readonly string[])[] | undefined
  /** The first of them, however large the file is. */
  readonly head: readonly (readonly string[])[]
}

/** Larger files are sent without a look inside: the server reports their faults just the same. */
const readableBytes = 8_000_000
const peekedBytes = 65_536
const headRows = 4
const lineFeed = 10

const decode = (bytes: ArrayBuffer): { encoding: CsvFile['encoding']; text: string } => {
  try {
    return { encoding: 'UTF-8', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    // What Excel writes in Japan where nobody asks for UTF-8.
    return { encoding: 'CP932', text: new TextDecoder('shift_jis').decode(bytes) }
  }
}

const cellPattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y

/** Reads CSV: quoted cells may hold commas, quotes and line breaks. What follows a broken quote is left out. */
export const parseCsv = (text: string): string[][] => {
  const rows: string[][] = []
  let row: string[] = []
  cellPattern.lastIndex = 0
  while (cellPattern.lastIndex < text.length) {
    const match = cellPattern.exec(text)
    if (match === null) break
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] !== ',') {
      rows.push(row)
      row = []
    }
  }
  // A comma at the very end still begins a cell.
  if (row.length > 0) rows.push([...row, ''])
  return rows
}

/** Looks into a file that was chosen: its encoding, and its rows where it is not too large. */
export const readCsvFile = async (file: Blob): Promise<CsvFile> => {
  if (file.size > readableBytes) {
    const bytes = await file.slice(0, peekedBytes).arrayBuffer()
    // What was cut off within a character or a row is left out.
    const { encoding, text } = decode(bytes.slice(0, new Uint8Array(bytes).lastIndexOf(lineFeed) + 1))
    return { encoding, rows: undefined, head: parseCsv(text).slice(0, headRows) }
  }
  const { encoding, text } = decode(await file.arrayBuffer())
  const rows = parseCsv(text)
  return { encoding, rows, head: rows.slice(0, headRows) }
}

/** 6.2 KB, 12 MB. */
export const sizeInWords = (bytes: number): string => {
  if (bytes < 1_000) return `${bytes} B`
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} KB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
