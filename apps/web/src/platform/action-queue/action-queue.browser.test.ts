import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { AnswerError, UnreachableError } from '../call-error.ts'
import { createActionQueue } from './action-queue.ts'
import { createActionStore } from './action-store.ts'

let made = 0

/** A queue on a database of the test's own, whose server answers as the test says. */
const startQueue = () => {
  const name = `test-actions-${(made += 1)}-${Date.now()}`
  onTestFinished(() => void indexedDB.deleteDatabase(name))
  const world = {
    account: 'a' as string | undefined,
    isOnline: true,
    settled: 0,
    sent: [] as string[],
    answer: (_title: string): unknown => ({ ok: true }),
  }
  let turn: Promise<unknown> = Promise.resolve()
  const open = (more: { readonly urgent?: string } = {}) =>
    createActionQueue({
      isUrgent: ({ input }) => input.body['title'] === more.urgent,
      rank: ({ input }) => (input.body['title'] === more.urgent ? 0 : 1),
      store: createActionStore(name),
      send: async ({ key, title }) => {
        world.sent.push(`${title} ${key}`)
        return world.answer(title)
      },
      account: () => world.account,
      isOnline: () => world.isOnline,
      exclusively: (work) => {
        const done = turn.then(work)
        turn = done.catch(() => undefined)
        return done
      },
      onSettled: () => void (world.settled += 1),
    })
  return { world, open }
}

const action = (title: string) => ({
  key: `key-${title}`,
  path: '/api/Wear',
  input: { body: { title } },
  at: '2026-07-20T07:00:00Z',
  title,
})
const refuse = (status: number) => {
  throw new AnswerError(status, [{ row: null, text: 'すでに渡されています。' }], new Headers())
}
const titles = (actions: readonly { readonly title: string }[]) => actions.map(({ title }) => title)

describe('what is done', () => {
  test('with a network is answered at once and not kept', async () => {
    const { open } = startQueue()
    const queue = open()
    expect(await queue.perform(action('1'))).toEqual({ state: 'sent', answer: { ok: true } })
    expect(queue.snapshot()).toEqual({ waiting: [], refused: [] })
  })

  test('without one waits, and is sent once in its order after a reload', async () => {
    const { world, open } = startQueue()
    const before = open()
    world.isOnline = false
    expect(await before.perform(action('1'))).toMatchObject({ state: 'unsent' })
    await before.perform(action('2'))
    expect(titles(before.snapshot().waiting)).toEqual(['1', '2'])
    const after = open()
    await after.flush()
    expect(titles(after.snapshot().waiting)).toEqual(['1', '2'])
    world.isOnline = true
    await Promise.all([after.flush(), after.flush()])
    expect(world.sent).toEqual(['1 key-1', '2 key-2'])
    expect(after.snapshot().waiting).toEqual([])
    expect(world.settled).toBe(1)
  })

  test('whose answer is lost is sent again with the same key, before those behind it', async () => {
    const { world, open } = startQueue()
    const queue = open()
    world.answer = () => {
      throw new UnreachableError(false)
    }
    expect(await queue.perform(action('1'))).toMatchObject({ state: 'unsent' })
    await queue.perform(action('2'))
    world.answer = () => ({})
    await queue.flush()
    expect(world.sent).toEqual(['1 key-1', '1 key-1', '1 key-1', '2 key-2'])
  })

  test('by one account is neither shown to nor sent by another, and waits for its own', async () => {
    const { world, open } = startQueue()
    const queue = open()
    world.isOnline = false
    await queue.perform(action('1'))
    world.isOnline = true
    world.account = 'b'
    await queue.flush()
    expect(queue.snapshot().waiting).toEqual([])
    world.account = undefined
    await queue.flush()
    expect(world.sent).toEqual([])
    world.account = 'a'
    await queue.flush()
    expect(world.sent).toEqual(['1 key-1'])
  })

  test('and is refused at once is thrown and not kept', async () => {
    const { world, open } = startQueue()
    const queue = open()
    world.answer = () => refuse(409)
    await expect(queue.perform(action('1'))).rejects.toThrow('すでに渡されています。')
    expect(queue.snapshot()).toEqual({ waiting: [], refused: [] })
  })

  test('and is refused later is shown with why until it is read, and holds up nothing', async () => {
    const { world, open } = startQueue()
    const queue = open()
    world.isOnline = false
    await queue.perform(action('1'))
    await queue.perform(action('2'))
    world.isOnline = true
    world.answer = (title) => (title === '1' ? refuse(409) : {})
    await queue.flush()
    expect(queue.snapshot()).toMatchObject({ waiting: [], refused: [{ title: '1', refusal: 'すでに渡されています。' }] })
    await queue.flush()
    expect(world.sent).toHaveLength(2)
    await queue.remove(queue.snapshot().refused[0]?.id ?? 0)
    expect(queue.snapshot().refused).toEqual([])
  })

  test.each([401, 429, 503])('meets %i and waits on', async (status) => {
    const { world, open } = startQueue()
    const queue = open()
    world.answer = () => refuse(status)
    expect(await queue.perform(action('1'))).toMatchObject({ state: 'unsent' })
    expect(queue.snapshot()).toMatchObject({ waiting: [{ title: '1' }], refused: [] })
  })
})

describe('what is urgent', () => {
  test('is sent while the server is silent about what was done before, and is in sight meanwhile', async () => {
    const { world, open } = startQueue()
    const queue = open({ urgent: 'help' })
    let end = (): void => undefined
    world.answer = (title) => (title === 'well' ? new Promise((resolve) => (end = () => resolve({}))) : {})
    const first = queue.perform(action('well'))
    await expect.poll(() => titles(queue.snapshot().waiting)).toEqual(['well'])
    expect(await queue.perform(action('help'))).toMatchObject({ state: 'sent' })
    const second = queue.perform(action('later'))
    await expect.poll(() => titles(queue.snapshot().waiting)).toEqual(['well', 'later'])
    end()
    await Promise.all([first, second])
    expect(queue.snapshot().waiting).toEqual([])
  })

  test('is sent first of all that waits', async () => {
    const { world, open } = startQueue()
    const queue = open({ urgent: 'help' })
    world.answer = () => refuse(503)
    await queue.perform(action('well'))
    await queue.perform(action('help'))
    world.answer = (title) => (title === 'well' ? refuse(503) : {})
    await queue.flush()
    expect(titles(queue.snapshot().waiting)).toEqual(['well'])
  })
})

describe('a browser that', () => {
  afterEach(() => vi.restoreAllMocks())

  test('stores nothing sends all the same, and holds what waits while the page is open', async () => {
    const { world, open } = startQueue()
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('storage is blocked', 'SecurityError')
    })
    const queue = open()
    expect(await queue.perform(action('1'))).toMatchObject({ state: 'sent' })
    world.isOnline = false
    expect(await queue.perform(action('2'))).toMatchObject({ state: 'unsent' })
    expect(titles(queue.snapshot().waiting)).toEqual(['2'])
    world.isOnline = true
    await queue.flush()
    expect(world.sent).toEqual(['1 key-1', '2 key-2'])
    expect(queue.snapshot().waiting).toEqual([])
  })

  test('loses its connection to the database opens it again', async () => {
    const { world, open } = startQueue()
    const queue = open()
    world.isOnline = false
    await queue.perform(action('1'))
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
      throw new DOMException('the connection was lost', 'InvalidStateError')
    })
    await queue.perform(action('2'))
    const opened = open()
    await opened.flush()
    expect(titles(opened.snapshot().waiting)).toEqual(['1', '2'])
  })

  test('cannot delete what was sent does not send it once more', async () => {
    const { world, open } = startQueue()
    const queue = open()
    vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
      throw new DOMException('the connection was lost', 'InvalidStateError')
    })
    await queue.perform(action('1'))
    await queue.flush()
    expect(world.sent).toEqual(['1 key-1'])
    expect(queue.snapshot().waiting).toEqual([])
  })
})

test('the next person sees nothing of the one before, also before the first look at the store', async () => {
  const { world, open } = startQueue()
  const queue = open()
  world.isOnline = false
  await queue.perform(action('1'))
  world.account = 'b'
  expect(queue.snapshot().waiting).toEqual([])
})
