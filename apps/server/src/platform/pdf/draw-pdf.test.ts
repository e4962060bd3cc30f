import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterEach, expect, test, vi } from 'vitest'
import { drawPdf, type Urgency } from './draw-pdf.ts'
import { readPdf } from './test-pdf.ts'

const module = new URL('test-papers.ts', import.meta.url).href
const draw = async (...texts: string[]) => readPdf(await drawPdf({ module, name: 'textPaper' }, texts))

/** Waits until a paper that never ends is being drawn. */
const begun = async (sign: string) => {
  while (!existsSync(sign)) await after(5)
}

const newSign = () => join(tmpdir(), `paper-${randomUUID()}`)
const threadOfNext = async () => (await readPdf(await drawPdf({ module, name: 'threadPaper' }, null))).text
const withFakeTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
afterEach(() => vi.useRealTimers())

test('a paper has its pages and their Japanese', async () => {
  const paper = await draw('佐々木隆の記録', 'WBGT 31.2 ℃ （超過 ＋1.4 ℃）')
  expect(paper.pages).toEqual(['佐々木隆の記録', 'WBGT 31.2 ℃ （超過 ＋1.4 ℃）'])
})

test('rare characters of names are set as they are', async () => {
  for (const text of ['﨑 髙 𠮷 﨔 𡈽 濵 邉 邊 瀨', '神 福 羽', 'ｻｻｷ ﾀｶｼ ｶﾞｷﾞﾊﾟ', 'Ⅲ ① ㈱ ㍻ ～ − × →'])
    expect((await draw(text)).text).toBe(text)
})

test('a character that no font of ours has shows as missing', async () => {
  expect((await draw('👍 한 简')).text).toBe('〓 〓 简')
})

test('what shows nothing is left out, and marks of voice join their kana', async () => {
  expect((await draw('佐\u200B藤\u0007 か\u3099\tハ\u309A')).text).toBe('佐藤 が パ')
  // One glyph chosen by its selector is no missing character.
  expect((await draw('葛\u{E0100}城')).text).not.toContain('〓')
})

test('a paper that fails says so, and those beside it are drawn', async () => {
  const [first, broken, unknown, elsewhere, last] = await Promise.allSettled([
    draw('一'),
    drawPdf({ module, name: 'brokenPaper' }, null),
    drawPdf({ module, name: 'noSuchPaper' }, null),
    drawPdf({ module: `${module}.gone`, name: 'textPaper' }, null),
    draw('二'),
  ])
  expect(first).toMatchObject({ status: 'fulfilled', value: { text: '一' } })
  expect(broken).toMatchObject({ status: 'rejected', reason: { message: 'no such paper' } })
  expect(unknown).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('has no noSuchPaper') as string } })
  expect(elsewhere).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('test-papers.ts.gone') as string } })
  expect(last).toMatchObject({ status: 'fulfilled', value: { text: '二' } })
})

test('a paper that begins while the thread is idle is drawn, however soon the thread was to be ended', async () => {
  withFakeTimers()
  await draw('一')
  const next = draw('二')
  vi.advanceTimersByTime(61_000)
  expect((await next).text).toBe('二')
})

test('a paper reads no files of the server', async () => {
  await expect(drawPdf({ module, name: 'strangePaper' }, null)).rejects.toThrow('denied')
})

test('what cannot be handed to the thread is refused, and the next paper drawn', async () => {
  await expect(drawPdf({ module, name: 'textPaper' }, [() => 1])).rejects.toThrow('could not be cloned')
  expect((await draw('次')).text).toBe('次')
})

test('a paper that ends its thread, or takes all its memory, costs only itself', async () => {
  const [lethal, huge, next] = await Promise.allSettled([
    drawPdf({ module, name: 'lethalPaper' }, null),
    drawPdf({ module, name: 'hugePaper' }, null),
    draw('次'),
  ])
  expect(lethal.status).toBe('rejected')
  expect(huge).toMatchObject({ status: 'rejected', reason: { code: 'ERR_WORKER_OUT_OF_MEMORY' } })
  expect(next).toMatchObject({ status: 'fulfilled', value: { text: '次' } })
})

test('stopping a paper returns at once, while it is drawn and while it waits', async () => {
  withFakeTimers()
  const [stopping, waiting] = [new AbortController(), new AbortController()]
  const sign = newSign()
  const drawn = drawPdf({ module, name: 'endlessPaper' }, sign, stopping.signal)
  const second = drawPdf({ module, name: 'textPaper' }, ['二'], waiting.signal)
  const third = draw('三')
  await begun(sign)
  rmSync(sign)
  waiting.abort(new Error('not needed'))
  await expect(second).rejects.toThrow('not needed')
  stopping.abort(new Error('stopped'))
  await expect(drawn).rejects.toThrow('stopped')
  // Nothing else ends the drawing of what has run long.
  vi.advanceTimersByTime(10_000)
  expect((await third).text).toBe('三')
  await expect(drawPdf({ module, name: 'textPaper' }, ['四'], AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late')
})

test('a short paper that is stopped leaves the thread to the others', async () => {
  const [before, sign, stopping] = [await threadOfNext(), newSign(), new AbortController()]
  const drawn = drawPdf({ module, name: 'heldPaper' }, sign, stopping.signal)
  const next = threadOfNext()
  await begun(sign)
  stopping.abort(new Error('stopped'))
  await expect(drawn).rejects.toThrow('stopped')
  rmSync(sign)
  expect(await next).toBe(before)
})

test('a paper that somebody waits for goes before those of ZIPs', async () => {
  const sign = newSign()
  const held = drawPdf({ module, name: 'heldPaper' }, sign)
  const done: string[] = []
  const queue = async (text: string, urgency: Urgency) => {
    await drawPdf({ module, name: 'textPaper' }, [text], undefined, urgency)
    done.push(text)
  }
  const all = [queue('一', 'behind'), queue('二', 'behind'), queue('三', 'waitedFor'), queue('四', 'waitedFor')]
  await begun(sign)
  rmSync(sign)
  await Promise.all([held, ...all])
  expect(done).toEqual(['三', '四', '一', '二'])
})

test('if too many wait, the next one is refused in words, but no ZIP is', async () => {
  const [sign, stopping] = [newSign(), new AbortController()]
  const held = drawPdf({ module, name: 'heldPaper' }, sign)
  const queue = (urgency?: Urgency) => drawPdf({ module, name: 'textPaper' }, ['待つ'], stopping.signal, urgency)
  const waiting = Promise.allSettled([...Array.from({ length: 40 }, () => queue()), queue('behind')])
  await expect(queue()).rejects.toMatchObject({ status: 503, body: [expect.stringContaining('もう一度お試しください') as string] })
  stopping.abort(new Error('all left'))
  const reasons = (await waiting).map((one) => (one.status === 'rejected' ? (one.reason as Error).message : ''))
  expect(new Set(reasons)).toEqual(new Set(['all left']))
  await begun(sign)
  rmSync(sign)
  await held
})

test('an idle thread does not keep a process running', async () => {
  const script = `
    import { drawPdf } from '${new URL('draw-pdf.ts', import.meta.url).href}'
    process.stdout.write(String((await drawPdf({ module: '${module}', name: 'textPaper' }, ['一'])).length > 1000))`
  // A process that continued would be ended with an error here, long before the thread leaves by itself.
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { timeout: 80_000 })
  expect(stdout).toBe('true')
})
