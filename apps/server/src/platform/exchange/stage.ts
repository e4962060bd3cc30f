import { once } from 'node:events'
import type { ColumnMapping } from '@mimamori/contract'
import type { PoolClient } from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import { type FileColumn, type ImportColumn, stagedColumns } from './columns.ts'
import { UnreadableFile } from './csv-in.ts'
import { lentThreads } from './lent-threads.ts'
import type { ExpectedCells } from './read-row.ts'
import type { FromThread, ToThread } from './thread-messages.ts'

/** The staging table, which holds a file's rows until they are imported: `row_number`, `deletes`, and the columns' own. */
export const stage = 'pg_temp.import_stage'

/**
 * SQL: the staged rows (alias `s`) whose value is in an earlier row too, with the number of the first as `detail`; null is no
 * value.
 * @param value an expression over `s`
 * @param where which rows count
 */
export const repeatedRows = (code: string, value: string, where = 'true'): string => `
  select s.row_number, '${code}' as code, repeated.first::text as detail
    from (select ${value} as value, min(s.row_number) as first from ${stage} s where ${where} group by 1 having count(*) > 1) repeated
    join ${stage} s on ${value} = repeated.value and s.row_number <> repeated.first and ${where}`

// Keys are compared, never sorted for people: by bytes that costs a fraction of the Japanese collation.
const typeOf = ({ type }: ImportColumn) => (type === 'text' ? 'text collate "C"' : type)

const createStage = (columns: readonly FileColumn[]) => `
  create temp table import_stage (
    row_number integer not null,
    deletes boolean not null,
    ${stagedColumns(columns)
      .map((column) => `${column.name} ${typeOf(column)}`)
      .join(', ')},
    password_hash text,
    -- The record that the row is about; null where it is to be made.
    target_id integer
  )`

export type Staged = Extract<FromThread, { kind: 'end' }> & { readonly rows: number }

/** Where columns are declared, so that the reading thread can import them: schemas cannot be sent to a thread. */
export type ColumnsSource = { readonly module: URL; readonly name: string }

// Rows are short-lived: a small young heap keeps the remains few.
const takeReadingThread = lentThreads(new URL('csv-thread.ts', import.meta.url), {
  maxYoungGenerationSizeMb: 8,
  maxOldGenerationSizeMb: 512,
})

const take = async (copy: CopyStreamQuery, bytes: Uint8Array): Promise<void> => {
  if (!copy.write(bytes)) await once(copy, 'drain')
}

/**
 * Reads a file into the staging table of the client's session, in a thread of its own.
 * @throws UnreadableFile
 */
export const stageFile = async (
  client: PoolClient,
  path: string,
  columns: readonly FileColumn[],
  place: ColumnsSource,
  options: {
    readonly expected: ExpectedCells
    readonly mapping: ColumnMapping
    readonly stopping: AbortSignal
    readonly onRows: (done: number, total: number) => void
  },
): Promise<Staged> => {
  await client.query(createStage(columns))
  const names = ['row_number', 'deletes', ...stagedColumns(columns).map(({ name }) => name)]
  const copy = client.query(copyFrom(`copy ${stage} (${names.join(', ')}) from stdin`))
  const copied = once(copy, 'finish')
  const { thread, giveBack, end: endThread } = takeReadingThread()
  const post = (message: ToThread) => thread.postMessage(message, [])
  let [rows, total] = [0, 0]
  // An ended stream no longer reports when it drains: the end waits for every piece.
  let taken = Promise.resolve()
  try {
    const end = await new Promise<Extract<FromThread, { kind: 'end' }>>((resolve, reject) => {
      options.stopping.addEventListener('abort', () => reject(options.stopping.reason as Error), { once: true })
      copied.catch(reject)
      thread.once('error', reject)
      thread.once('exit', () => reject(new Error('the reading thread ended early')))
      thread.on('message', (message: FromThread) => {
        if (message.kind === 'begin') total = message.rows
        else if (message.kind === 'end') void taken.then(() => resolve(message))
        else if (message.kind === 'unreadable') reject(new UnreadableFile(message.code, message.detail))
        else
          taken = taken
            .then(() => take(copy, message.bytes))
            .then(() => {
              rows += message.rows
              options.onRows(rows, total)
              post('taken')
            }, reject)
      })
      post({ path, columnsModule: place.module.href, columnsName: place.name, expected: options.expected, mapping: options.mapping })
    })
    giveBack()
    copy.end()
    await copied
    await client.query(`analyze ${stage}`)
    return { ...end, rows }
  } catch (error) {
    copied.catch(() => undefined)
    copy.destroy()
    await endThread()
    throw error
  }
}
