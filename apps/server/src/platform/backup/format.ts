import { createHash } from 'node:crypto'
import type { AppliedMigration } from '../database/migrate.ts'

/*
 * The file: gzip of records. A record is one line of JSON; a `data` record is followed by that many
 * raw bytes: of PostgreSQL's COPY text format, or of a stored file. In order: header, for each table (table, data …,
 * rows), sequences, from version 2 on the secret where it is encrypted, for each stored file (file, data …, fileEnd), end. `end`
 * holds the SHA-256 of every byte before its own line.
 */

export interface TableName {
  schema: string
  name: string
}

export interface Partition extends TableName {
  parent: TableName
  /** Such as "FOR VALUES FROM ('2026-07-20 00:00:00+00') TO ('2026-07-27 00:00:00+00')". */
  bound: string
  /** Such as 'RANGE (at)' where it is itself partitioned. */
  key: string | null
}

export interface SequenceState extends TableName {
  /** Decimal text, since it is a bigint. */
  lastValue: string
  isCalled: boolean
}

export interface HeaderRecord {
  kind: 'header'
  format: 'mimamori-backup'
  /** 1 has neither files nor the secret. */
  version: 1 | 2
  /** ISO 8601, UTC. */
  createdAt: string
  migrations: AppliedMigration[]
}

export type BackupRecord =
  | HeaderRecord
  /** Of the partitions parents come first. */
  | { kind: 'table'; table: TableName; columns: string[]; partitions: Partition[] }
  | { kind: 'data'; content: Buffer }
  | { kind: 'rows'; rows: number }
  | { kind: 'sequences'; sequences: SequenceState[] }
  /** The content of `DATA_DIR/jwt-secret`. */
  | { kind: 'secret'; secret: string }
  | { kind: 'file'; key: string }
  | { kind: 'fileEnd' }
  | { kind: 'end' }

/** The file cannot be used; `message` is one line for the operator, Japanese first. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
  readonly japanese: string

  constructor(japanese: string, english: string, options?: ErrorOptions) {
    super(`${japanese} / ${english}`, options)
    this.japanese = japanese
  }
}

/** Turns records into the bytes to be compressed; `end` must be the last. */
export async function* encodeRecords(records: AsyncIterable<BackupRecord>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const record of records) {
    if (record.kind === 'end') {
      yield line({ kind: 'end', sha256: hash.digest('hex') })
      return
    }
    const parts = record.kind === 'data' ? [line({ kind: 'data', bytes: record.content.length }), record.content] : [line(record)]
    for (const part of parts) {
      hash.update(part)
      yield part
    }
  }
}

/**
 * Reads records from the decompressed bytes.
 * @throws BackupError when they are no backup, damaged, or end before their `end`
 */
export async function* decodeRecords(bytes: AsyncIterable<Buffer>): AsyncGenerator<BackupRecord> {
  const input = new ByteReader(bytes)
  const hash = createHash('sha256')
  for (let first = true; ; first = false) {
    const text = await input.line()
    if (text === undefined) throw damaged()
    const record = parse(text)
    if (first) refuseForeign(record)
    if (record.kind === 'end') {
      if (record['sha256'] !== hash.digest('hex') || !(await input.isAtEnd())) throw damaged()
      yield { kind: 'end' }
      return
    }
    hash.update(text).update('\n')
    if (record.kind === 'data') {
      const content = await input.take(Number(record['bytes']))
      if (content === undefined) throw damaged()
      hash.update(content)
      yield { kind: 'data', content }
    } else {
      yield record as unknown as BackupRecord
    }
  }
}

function line(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`)
}

interface ParsedLine {
  kind: string
  [field: string]: unknown
}

function parse(text: Buffer): ParsedLine {
  try {
    return JSON.parse(text.toString()) as ParsedLine
  } catch {
    throw damaged()
  }
}

function refuseForeign(record: ParsedLine): void {
  if (record.kind !== 'header' || record['format'] !== 'mimamori-backup') throw damaged()
  if (record['version'] === 1 || record['version'] === 2) return
  throw new BackupError('このバックアップは新しい版の Mimamori で作成されています。', 'This backup was made by a newer Mimamori.')
}

export function damaged(cause?: unknown): BackupError {
  return new BackupError(
    'バックアップファイルが壊れているか、途中で切れています。何も変更していません。',
    'The backup file is damaged or cut short. Nothing was changed.',
    { cause },
  )
}

/** Cuts a stream of chunks into lines and runs of bytes. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(bytes: AsyncIterable<Buffer>) {
    this.#chunks = bytes[Symbol.asyncIterator]()
  }

  /** The next line without its end; undefined when there is no whole one. */
  async line(): Promise<Buffer | undefined> {
    let end = this.#rest.indexOf(10)
    while (end < 0) {
      if (!(await this.#more())) return undefined
      end = this.#rest.indexOf(10)
    }
    const found = this.#rest.subarray(0, end)
    this.#rest = this.#rest.subarray(end + 1)
    return found
  }

  async take(length: number): Promise<Buffer | undefined> {
    while (this.#rest.length < length) if (!(await this.#more())) return undefined
    const taken = this.#rest.subarray(0, length)
    this.#rest = this.#rest.subarray(length)
    return taken
  }

  async isAtEnd(): Promise<boolean> {
    return this.#rest.length === 0 && !(await this.#more())
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next()
    if (done) return false
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value])
    return true
  }
}
