import { type DBSchema, openDB } from 'idb'

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
  /** When it is removed although it was not sent; ISO 8601. Not set where it waits for its account to sign in. */
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

/** The actions of this browser, which survive a reload. */
export const createActionStore = (name = 'mimamori-actions'): ActionStore => {
  const database = () =>
    openDB<Schema>(name, 1, {
      upgrade: (made) => void made.createObjectStore('actions', { keyPath: 'id', autoIncrement: true }).createIndex('account', 'account'),
    })
  let opened: ReturnType<typeof database> | undefined
  const open = () => (opened ??= database())
  const inOrder = (stored: readonly (QueuedAction & { id?: number })[]): StoredAction[] =>
    stored.flatMap(({ id, ...action }) => (id === undefined ? [] : [{ ...action, id }])).toSorted((one, other) => one.id - other.id)
  return {
    add: async (action) => (await open()).add('actions', action),
    listOf: async (account) => inOrder(await (await open()).getAllFromIndex('actions', 'account', account)),
    listAll: async () => inOrder(await (await open()).getAll('actions')),
    update: async (action) => void (await (await open()).put('actions', action)),
    remove: async (id) => (await open()).delete('actions', id),
  }
}
