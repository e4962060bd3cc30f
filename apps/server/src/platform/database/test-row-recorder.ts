import { AsyncLocalStorage } from 'node:async_hooks'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { DeleteQueryBuilder, expressionBuilder, InsertQueryBuilder, Kysely, sql, UpdateQueryBuilder } from 'kysely'
import pg from 'pg'
import { emptyDatabase } from './test-database.ts'
import { addValue, emptyShape, type ValueShape, withoutValues } from './test-value-shape.ts'

/** What a statement answered that tests executed. */
export type RecordedStatement = {
  /** Where it was executed: frames of our own files, nearest first, each as path:line:column. */
  readonly frames: readonly string[]
  readonly columns: readonly RecordedColumn[]
}

export type RecordedColumn = {
  readonly name: string
  /** What its values were; before any was seen, the kind that its type is read as. */
  readonly shape: ValueShape
}

type Site = { readonly frames: readonly string[]; readonly recorded: Map<string, RecordedStatement> }
type Parser = (text: string) => unknown
type Answer = {
  readonly fields: readonly pg.FieldDef[]
  readonly rows: readonly Record<string, unknown>[]
  readonly _parsers?: readonly Parser[]
}

// A statement that a generic function executes got its type from a caller, so callers are noted too.
const framesNoted = 3
// Ours may have frames of others between them.
const framesTaken = framesNoted + 3
const notOurs = /node_modules|^node:|test-row-recorder/

const sites = new Map<string, Site>()
const unwritten = new Set<RecordedStatement>()

/** A place in the file as it is written: Node only blanks out the types. vitest gives the address of a file of tests a mark of its own. */
const frameOf = (call: NodeJS.CallSite): string => {
  const { pathname } = new URL(call.getFileName() ?? '')
  return `${decodeURIComponent(pathname)}:${call.getLineNumber()}:${call.getColumnNumber()}`
}

/** The frames that called `callee`, nearest first. */
const callersOf = (callee: (...values: never[]) => unknown, most: number): readonly NodeJS.CallSite[] => {
  const { prepareStackTrace, stackTraceLimit } = Error
  const holder: { stack?: NodeJS.CallSite[] } = {}
  Error.stackTraceLimit = most
  Error.prepareStackTrace = (_, calls) => calls
  Error.captureStackTrace(holder, callee)
  const calls = holder.stack ?? []
  Error.prepareStackTrace = prepareStackTrace
  Error.stackTraceLimit = stackTraceLimit
  return calls
}

type File = { readonly number: number; readonly isOurs: boolean; readonly isKysely: boolean }
const files = new Map<string, File>()

// Tests execute a statement every millisecond or so: what there is to know of a frame's file is looked up.
const fileOf = (call: NodeJS.CallSite | undefined): File => {
  const name = call?.getFileName() ?? 'node:'
  let file = files.get(name)
  if (file === undefined) {
    file = { number: files.size, isOurs: !notOurs.test(name), isKysely: name.includes('/kysely/') }
    files.set(name, file)
  }
  return file
}

const isOurs = (call: NodeJS.CallSite): boolean => fileOf(call).isOurs

const siteOf = (calls: readonly NodeJS.CallSite[]): Site => {
  const ours = calls.filter(isOurs).slice(0, framesNoted)
  const key = ours.map((call) => `${fileOf(call).number}:${call.getPosition()}`).join(' ')
  let site = sites.get(key)
  if (site === undefined) {
    site = { frames: ours.map(frameOf), recorded: new Map() }
    sites.set(key, site)
  }
  return site
}

// A text of each type that its parser reads, by the type's number; others read '0'. It shows the type of a column of no rows.
const samples: Readonly<Record<number, string>> = {
  16: 't',
  17: String.raw`\x00`,
  1082: '2026-01-01',
  1114: '2026-01-01 00:00:00',
  1184: '2026-01-01 00:00:00+00',
  1186: '00:00:01',
  1000: '{t}',
  1182: '{2026-01-01}',
  1185: '{"2026-01-01 00:00:00+00"}',
  ...Object.fromEntries([1005, 1007, 1009, 1015, 1016, 1021, 1022, 1231, 2951].map((type) => [type, '{0}'])),
}
/** json, jsonb and lists of them: what they hold is seen in rows alone. */
const jsonTypes = new Set([114, 3802, 199, 3807])

const columnOf = ({ name, dataTypeID }: pg.FieldDef, parse: Parser | undefined): RecordedColumn => {
  const shape = emptyShape()
  if (!jsonTypes.has(dataTypeID)) addValue(shape, parse?.(samples[dataTypeID] ?? '0'))
  return { name, shape: withoutValues(shape) }
}

const record = ({ frames, recorded }: Site, { fields, rows, _parsers: parsers = [] }: Answer): void => {
  if (fields.length === 0) return
  const key = fields.map(({ name, dataTypeID }) => `${name} ${dataTypeID}`).join()
  let statement = recorded.get(key)
  if (statement === undefined) {
    statement = { frames, columns: fields.map((field, index) => columnOf(field, parsers[index])) }
    recorded.set(key, statement)
    unwritten.add(statement)
  }
  for (const row of rows) for (const { name, shape } of statement.columns) if (addValue(shape, row[name])) unwritten.add(statement)
}

const isAnswer = (result: unknown): result is Answer =>
  result instanceof pg.Result && Array.isArray(result.rows) && !Array.isArray(result.rows[0])

const recordAnswer = (site: Site, answer: unknown): void => {
  if (!(answer instanceof Promise)) return
  const note = (result: unknown) => {
    if (isAnswer(result)) record(site, result)
  }
  // A failed statement is the caller's matter.
  answer.then(note, () => undefined)
}

const replaced: (() => void)[] = []

type Method = (this: unknown, ...values: unknown[]) => unknown

const wrap = (prototype: object, name: string, around: (call: () => unknown, on: unknown, method: Method) => unknown): void => {
  const original: unknown = Reflect.get(prototype, name)
  const own = Object.getOwnPropertyDescriptor(prototype, name)
  if (typeof original !== 'function') throw new Error(`there is no ${name} to record`)
  const value: Method = function (...values) {
    return around(() => Reflect.apply(original, this, values), this, value)
  }
  Object.defineProperty(prototype, name, { configurable: true, writable: true, value })
  replaced.push(() => (own === undefined ? Reflect.deleteProperty(prototype, name) : Object.defineProperty(prototype, name, own)))
}

const executed = new AsyncLocalStorage<Site>()

// Between what executes a statement and the driver lie waits, after which our code is no longer on the stack.
const recordBuilders = (): void => {
  let outermost: Site | undefined
  const fromHere = (call: () => unknown, _: unknown, method: Method): unknown => {
    if (outermost !== undefined) return call()
    outermost = siteOf(callersOf(method, framesTaken))
    try {
      return executed.run(outermost, call)
    } finally {
      outermost = undefined
    }
  }
  const select: object = Object.getPrototypeOf(expressionBuilder<{ any: { column: string } }>().selectFrom('any'))
  for (const builder of [select, InsertQueryBuilder.prototype, UpdateQueryBuilder.prototype, DeleteQueryBuilder.prototype])
    for (const name of ['execute', 'executeTakeFirst', 'executeTakeFirstOrThrow']) wrap(builder, name, fromHere)
  wrap(Object.getPrototypeOf(sql``), 'execute', fromHere)
  wrap(Kysely.prototype, 'executeQuery', fromHere)
}

// Its tables are not, or not yet, those that the types are generated from.
const isOnEmptyDatabase = (on: unknown): boolean =>
  on instanceof pg.Pool
    ? (on.options.connectionString ?? '').includes(`/${emptyDatabase}`)
    : on instanceof pg.Client && (on.database ?? '').startsWith(emptyDatabase)

const isByKysely = ([caller]: readonly NodeJS.CallSite[]): boolean => fileOf(caller).isKysely

const recordDriver = (): void => {
  // Kysely hands a statement on where our frames are no longer behind it: its site was noted when it was executed.
  const siteHere = (method: Method): Site | undefined => {
    const known = executed.getStore()
    if (known !== undefined && isByKysely(callersOf(method, 1))) return known
    const calls = callersOf(method, framesTaken)
    return isByKysely(calls) ? undefined : siteOf(calls)
  }
  const fromHere = (call: () => unknown, on: unknown, method: Method): unknown => {
    if (isOnEmptyDatabase(on)) return call()
    const at = siteHere(method)
    const answer = call()
    if (at !== undefined) recordAnswer(at, answer)
    return answer
  }
  wrap(pg.Client.prototype, 'query', fromHere)
  wrap(pg.Pool.prototype, 'query', fromHere)
}

/**
 * From now on notes where each statement of this process is executed, and what it answers.
 * @returns what ends it; where it was begun before, nothing
 */
export const startRecording = (): (() => void) => {
  if (replaced.length > 0) return () => undefined
  recordBuilders()
  recordDriver()
  return () => {
    for (const restore of replaced.splice(0)) restore()
  }
}

/** What was recorded of the files in a folder. */
export const recordedIn = (folder: string): RecordedStatement[] =>
  [...sites.values()].flatMap(({ frames: [place = ''], recorded }) => (place.startsWith(folder) ? [...recorded.values()] : []))

/** Adds what was recorded since the last call to a file of this process in a folder. */
export const writeRecordings = (folder: string): void => {
  const lines = [...unwritten].map((statement) => `${JSON.stringify(statement)}\n`)
  unwritten.clear()
  appendFileSync(join(folder, `${process.pid}.jsonl`), lines.join(''))
}
