import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { PoolClient } from 'pg'
import type { Context } from '../context.ts'
import { neutralise } from './cell.ts'
import { type CellValue, type CsvColumn, headings, writeCell } from './columns.ts'

export const byteOrderMark = '\uFEFF'
const rowsAtATime = 1_000

/** A line of a file: every cell quoted, none a formula. */
export const lineOf = (cells: readonly string[]): string =>
  `${cells.map((cell) => `"${neutralise(cell).replaceAll('"', '""')}"`).join(',')}\r\n`

/** A file's headings and nothing else, for people to fill in. */
export const csvTemplate = (columns: readonly CsvColumn[]): string =>
  byteOrderMark + lineOf(headings(columns.filter(({ use }) => use !== 'shown')))

type Row = Readonly<Record<string, CellValue>>

const linesOf = (columns: readonly CsvColumn[], rows: readonly Row[]): string =>
  rows.map((row) => lineOf([...columns.map((column) => writeCell(column, row[column.name])), ''])).join('')

export type Query = { readonly text: string; readonly values: readonly unknown[] }

async function* piecesOf(client: PoolClient, columns: readonly CsvColumn[], { text, values }: Query): AsyncGenerator<string> {
  yield byteOrderMark + lineOf(headings(columns))
  await client.query('begin isolation level repeatable read read only')
  await client.query(`declare rows no scroll cursor for ${text}`, [...values])
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${rowsAtATime} from rows`)
    if (rows.length > 0) yield linesOf(columns, rows)
    if (rows.length < rowsAtATime) break
  }
  await client.query('commit')
}

async function* streamOf({ pool }: Context, columns: readonly CsvColumn[], query: Query): AsyncGenerator<string> {
  const client = await pool.connect()
  let isWhole = false
  try {
    yield* piecesOf(client, columns, query)
    isWhole = true
  } finally {
    // A reader that hung up leaves a transaction open: it ends with the connection.
    client.release(!isWhole)
  }
}

/** Makes the reply a download of that name. */
export const asDownload = (reply: FastifyReply, name: string): FastifyReply =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="download.csv"; filename*=UTF-8''${encodeURIComponent(name)}`)

/**
 * Answers with the rows of a query as a file, read and written a thousand at a time: byte-order mark, CRLF, every cell
 * quoted. All rows are of one moment.
 */
export const sendCsv = (context: Context, reply: FastifyReply, name: string, columns: readonly CsvColumn[], query: Query): FastifyReply =>
  asDownload(reply, name).send(Readable.from(streamOf(context, columns, query)))
