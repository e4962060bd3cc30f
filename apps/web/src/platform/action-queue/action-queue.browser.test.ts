import { describe, expect, onTestFinished, test } from 'vitest'
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
  const open = () =>
    createActionQueue({
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

const action = (title: string) => ({ key: `key-${title}`, path: '/api/Wear', input: { body: {} }, at: '2026-07-20T07:00:00Z', title })
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
