import { createReadStream } from 'node:fs'
import { TextDecoder } from 'node:util'
import { CsvError, parse, type Parser } from 'csv-parse'

/** Why a file as a whole cannot be read. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
  readonly code: 'E003' | 'E006'

  constructor(code: 'E003' | 'E006', detail: string) {
    super(detail)
    this.code = code
  }
}

const pieceBytes = 256 * 1_024
// Longer than any real row: without a limit an unclosed quote would read the rest of the file as one row.
const longestRow = 1_000_000

const piecesOf = (path: string): AsyncIterable<Buffer> => createReadStream(path, { highWaterMark: pieceBytes })

const startsWith = (piece: Buffer, ...bytes: number[]) => bytes.every((byte, index) => piece[index] === byte)

const decode = (decoder: TextDecoder, piece: Buffer | undefined): string | undefined => {
  try {
    return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true })
  } catch {
    return undefined
  }
}

export type Encoding = 'utf-8' | 'shift_jis'

/**
 * A file's encoding, and about how many rows it has below its headings. Excel in Japan saves CP932 or UTF-8; what is not
 * valid UTF-8 is read as CP932.
 * @throws UnreadableFile for what is no text
 */
export const inspect = async (path: string): Promise<{ encoding: Encoding; rows: number }> => {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let isUtf8 = true
  let isFirst = true
  let [lines, last] = [0, 10]
  for await (const piece of piecesOf(path)) {
    if (piece.includes(0) || (isFirst && (startsWith(piece, 0xff, 0xfe) || startsWith(piece, 0xfe, 0xff))))
      throw new UnreadableFile('E003', '文字コードはUTF-8またはShift_JISにしてください。')
    isFirst = false
    isUtf8 = isUtf8 && decode(utf8, piece) !== undefined
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) lines++
    last = piece.at(-1) ?? last
  }
  isUtf8 = isUtf8 && decode(utf8, undefined) !== undefined
  // The last row may end without a line break; the first is the headings.
  return { encoding: isUtf8 ? 'utf-8' : 'shift_jis', rows: Math.max(0, lines - (last === 10 ? 1 : 0)) }
}

async function feed(path: string, encoding: Encoding, parser: Parser): Promise<void> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const write = (text: string | undefined) => {
    if (text === undefined) throw new UnreadableFile('E003', '文字コードはUTF-8またはShift_JISにしてください。')
    return parser.write(text) ? undefined : new Promise((resolve) => parser.once('drain', resolve))
  }
  for await (const piece of piecesOf(path)) await write(decode(decoder, piece))
  await write(decode(decoder, undefined))
  parser.end()
}

const faultOf = (error: unknown): unknown => {
  if (!(error instanceof CsvError)) return error
  const line = typeof error['lines'] === 'number' ? `${error['lines']}行目：` : ''
  return new UnreadableFile('E006', `${line}引用符（"）が閉じていないか、行が長すぎます。`)
}

/**
 * The rows of a file as its cells, empty ones included, so that they can be counted as a spreadsheet counts them.
 * @throws UnreadableFile
 */
export async function* recordsOf(path: string, encoding: Encoding): AsyncGenerator<string[]> {
  const parser = parse({
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: longestRow,
  })
  const fed = feed(path, encoding, parser)
  fed.catch((error: unknown) => parser.destroy(error instanceof Error ? error : new Error(String(error))))
  try {
    for await (const record of parser) yield record as string[]
    await fed
  } catch (error) {
    throw faultOf(error)
  }
}
