import { Readable } from 'node:stream'
import { byteOrderMark, csvLine, message } from '@mimamori/contract'
import type { FastifyReply } from 'fastify'
import type { PoolClient } from 'pg'
import type { Context } from '../context.ts'
import { badRequest } from '../errors.ts'
import type { Download } from './download.ts'
import { deleteColumn, type ExportColumn, type FileColumn, importColumns, type StoredRow } from './columns.ts'

const rowsAtATime = 1_000

const headingOf = <Row>(columns: readonly ExportColumn<Row>[]): string => byteOrderMark + csvLine(columns.map(({ label }) => label))

const linesOf = <Row>(columns: readonly ExportColumn<Row>[], rows: readonly Row[]): string =>
  rows.map((row) => csvLine(columns.map(({ write }) => write(row)))).join('')

async function* piecesOf<Row>(
  columns: readonly ExportColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
  record: (lines: number) => Promise<void>,
): AsyncGenerator<string> {
  let lines = 0
  try {
    yield headingOf(columns)
    for await (const rows of batches) {
      yield linesOf(columns, rows)
      lines += rows.length
    }
  } finally {
    // Also of a file that was broken off: what has left is known by then.
    await record(lines)
  }
}

/** A list that is held in memory as the text of a file: byte-order mark, CRLF, every cell quoted. */
export const csvText = <Row>(columns: readonly ExportColumn<Row>[], rows: readonly Row[]): string =>
  headingOf(columns) + linesOf(columns, rows)

const asDownload = (reply: FastifyReply, name: string): FastifyReply =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="download.csv"; filename*=UTF-8''${encodeURIComponent(name)}`)

/**
 * Answers with a list as a file of that name, written as its rows are read: byte-order mark, CRLF, every cell quoted.
 * That it was taken is recorded before its end leaves.
 * @param batches the rows in their order, some hundreds at a time, so that no list is held in memory
 */
export const sendCsv = <Row>(
  { reply, record }: Download,
  name: string,
  columns: readonly ExportColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): FastifyReply => asDownload(reply, name).send(Readable.from(piecesOf(columns, batches, (lines) => record({ fileName: name, lines }))))

/**
 * Reads a list for a file in batches, each starting after the last row of the one before, so that no transaction stays
 * open during a download.
 * @param next the rows after that one in the list's order, or its first ones
 */
export async function* readBatches<Row>(
  next: (last: Row | undefined, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined
  for (;;) {
    const rows = await next(last, rowsAtATime)
    if (rows.length > 0) yield rows
    last = rows.at(-1)
    if (last === undefined || rows.length < rowsAtATime) return
  }
}

/**
 * The batches of a list that nobody takes empty: the first is read before anything is sent.
 * @throws Refusal 400 E005 where there is no row
 */
export const requireRows = async <Row>(batches: AsyncGenerator<readonly Row[]>): Promise<AsyncGenerator<readonly Row[]>> => {
  const first = await batches.next()
  if (first.done === true) throw badRequest(message('E005'))
  return (async function* () {
    yield first.value
    yield* batches
  })()
}

export type Query = { readonly text: string; readonly values: readonly unknown[] }

async function* fetched(client: PoolClient, { text, values }: Query): AsyncGenerator<StoredRow[]> {
  await client.query('begin isolation level repeatable read read only')
  await client.query(`declare rows no scroll cursor for ${text}`, [...values])
  for (;;) {
    const { rows } = await client.query<StoredRow>(`fetch ${rowsAtATime} from rows`)
    if (rows.length > 0) yield rows
    if (rows.length < rowsAtATime) break
  }
  await client.query('commit')
}

async function* rowsOf({ pool }: Context, query: Query): AsyncGenerator<StoredRow[]> {
  const client = await pool.connect()
  let isWhole = false
  try {
    yield* fetched(client, query)
    isWhole = true
  } finally {
    // Where the client stopped reading, the transaction is still open: it ends with the connection.
    client.release(!isWhole)
  }
}

/** Answers with the rows of a query as a file that can be imported again. All rows come from one snapshot. */
export const sendImportFile = (
  context: Context,
  download: Download,
  name: string,
  columns: readonly FileColumn[],
  query: Query,
): FastifyReply => sendCsv(download, name, [...columns, deleteColumn], rowsOf(context, query))

/** An import file's headings and nothing else. */
export const csvTemplate = (columns: readonly FileColumn[]): string => headingOf([...importColumns(columns), deleteColumn])

/** Answers with an import file's headings, for people to fill in. */
export const sendTemplate = (reply: FastifyReply, name: string, columns: readonly FileColumn[]): FastifyReply =>
  asDownload(reply, name).send(csvTemplate(columns))
