import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** What somebody did that the server does not know yet. It holds names, numbers of devices and answers of the morning check; reports, which have a store of their own, how somebody feels. */
export type QueuedAction = {
  /** By which the server does it once, made when it was done. */
  readonly key: string
  /** The account that did it: it is shown to and sent by that one alone. */
  readonly account: string
  /** The path of the call. */
  readonly path: string
  /** What the call takes, with `at`. */
  readonly input: { readonly params?: Readonly<Record<string, unknown>>; readonly body: Readonly<Record<string, unknown>> }
  /** When it was done, by the server's clock; ISO 8601. */
  readonly at: string
  /** What was done, in words. */
  readonly title: string
  /** Why the server refused it; null while it waits. */
  readonly refusal: string | null
  /** When it is removed although it was not sent; ISO 8601. Not set where it waits for its account to sign in, for 30 days. */
  readonly removeAt?: string
}

/** An action with its number: they are sent in the order of these. */
export type StoredAction = QueuedAction & { readonly id: number }

export type ActionStore = {
  readonly add: (action: QueuedAction) => Promise<number>
  /** Those of an account, in the order in which they were done. */
  readonly listOf: (account: string) => Promise<readonly StoredAction[]>
  /** Those of all accounts. */
  readonly listAll: () => Promise<readonly StoredAction[]>
  readonly update: (action: StoredAction) => Promise<void>
  readonly remove: (id: number) => Promise<void>
}

type Schema = DBSchema & { readonly actions: { key: number; value: QueuedAction & { id?: number }; indexes: { account: string } } }
type Database = IDBPDatabase<Schema>

/** A database that does not answer for so long has failed: browsers let one hang for ever now and then, and a call for help must not wait. */
const patienceMs = 2_000

const inTime = <Result>(work: Promise<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the database of the browser does not answer')), patienceMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** Works in the database. A connection that failed or was closed is opened again. @throws where the browser stores nothing */
const createDatabase = (name: string) => {
  let opened: Promise<Database> | undefined
  const open = () => {
    opened ??= openDB<Schema>(name, 1, {
      upgrade: (made) => void made.createObjectStore('actions', { keyPath: 'id', autoIncrement: true }).createIndex('account', 'account'),
      terminated: () => (opened = undefined),
    })
    return opened
  }
  const attempt = async <Result>(work: (database: Database) => Promise<Result>) => work(await open())
  const reopen = async () => {
    const failed = opened
    opened = undefined
    // One that never opened has nothing to close.
    failed?.then((database) => database.close()).catch(() => undefined)
  }
  return async <Result>(work: (database: Database) => Promise<Result>): Promise<Result> => {
    try {
      return await inTime(attempt(work).catch(() => reopen().then(() => attempt(work))))
    } catch (error) {
      await reopen()
      throw error
    }
  }
}

const inOrder = (stored: readonly (QueuedAction & { id?: number })[]): StoredAction[] =>
  stored.flatMap(({ id, ...action }) => (id === undefined ? [] : [{ ...action, id }])).toSorted((one, other) => one.id - other.id)

const byTime = (one: StoredAction, other: StoredAction) => Date.parse(one.at) - Date.parse(other.at)

/**
 * The actions of this browser, which survive a reload. Where the browser cannot store (blocked, full, a lost connection), they are held
 * by this page until it is closed, so that they are sent and shown all the same: none of its functions rejects for that.
 */
export const createActionStore = (name = 'mimamori-actions'): ActionStore => {
  const inDatabase = createDatabase(name)
  let stored: readonly StoredAction[] = []
  /** What the database failed to write, by number; undefined where it was removed. Actions that were never stored are below zero. */
  const unwritten = new Map<number, StoredAction | undefined>()
  let lowest = 0
  const write = async (id: number, action: StoredAction | undefined, work: (database: Database) => Promise<unknown>) => {
    if (id < 0) return void (action === undefined ? unwritten.delete(id) : unwritten.set(id, action))
    try {
      await inDatabase(work)
      unwritten.delete(id)
      stored = stored.flatMap((one) => (one.id !== id ? [one] : action === undefined ? [] : [action]))
    } catch {
      unwritten.set(id, action)
    }
  }
  const listAll = async (): Promise<readonly StoredAction[]> => {
    // Where it cannot be read, those that were read last are as true as before.
    stored = await inDatabase(async (database) => inOrder(await database.getAll('actions'))).catch(() => stored)
    if (unwritten.size === 0) return stored
    const never = [...unwritten].flatMap(([id, action]) => (id < 0 && action !== undefined ? [action] : []))
    const all = [...stored.map((action) => (unwritten.has(action.id) ? unwritten.get(action.id) : action)), ...never]
    return all.filter((action) => action !== undefined).toSorted(byTime)
  }
  return {
    add: async (action) => {
      try {
        return await inDatabase((database) => database.add('actions', action))
      } catch {
        lowest -= 1
        unwritten.set(lowest, { ...action, id: lowest })
        return lowest
      }
    },
    listOf: async (account) => (await listAll()).filter((action) => action.account === account),
    listAll,
    update: (action) => write(action.id, action, (database) => database.put('actions', action)),
    remove: (id) => write(id, undefined, (database) => database.delete('actions', id)),
  }
}
