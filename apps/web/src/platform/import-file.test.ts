import { message } from '@mimamori/contract/messages'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.resetModules()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const counts = { created: 2, updated: 1, deleted: 0 }

/** Answers the upload, then one job after the other. */
const stage = async (upload: unknown, ...jobs: readonly unknown[]) => {
  const answers = [...jobs]
  const sent: FormData[] = []
  vi.doMock('./api.ts', () => ({
    call: async (_: unknown, { body, onUpload }: { body?: FormData; onUpload?: (share: number) => void }) => {
      if (body === undefined) return answers.shift()
      sent.push(body)
      onUpload?.(0.5)
      return upload
    },
  }))
  const { importFile } = await import('./import-file.ts')
  const { endpoints } = await import('@mimamori/contract/endpoints')
  const steps: unknown[] = []
  const result = importFile({
    endpoint: endpoints.userRole.import,
    params: { id: 1 },
    fields: { officeId: 1, companyId: undefined },
    file: new File(['abcd'], 'a.csv'),
    signal: new AbortController().signal,
    onStep: (step) => steps.push(step),
  })
  return { result, steps, sent }
}

test('a short file is answered at once; fields come before the file, absent ones are left out', async () => {
  const { result, steps, sent } = await stage(counts)
  expect(await result).toEqual(counts)
  expect(steps).toEqual([{ stage: 'upload', done: 2, total: 4 }])
  expect([...(sent[0]?.keys() ?? [])]).toEqual(['officeId', 'file'])
})

test('a long one is followed until it is done', async () => {
  const { result, steps } = await stage(
    { jobId: 'j' },
    { state: 'running', done: 5, total: 9 },
    { state: 'done', done: 9, total: 9, result: counts },
  )
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await result).toEqual(counts)
  expect(steps.at(-1)).toEqual({ stage: 'rows', jobId: 'j', done: 5, total: 9 })
})

test.each([
  [{ messages: { 3: ['氏名：この項目は必須です。'] } }, [{ row: 3, text: '氏名：この項目は必須です。' }]],
  [{ error: '1行目に見出しがありません：氏名' }, [{ row: null, text: '1行目に見出しがありません：氏名' }]],
])('a file that is refused says why: %j', async (answer, lines) => {
  const { result } = await stage({ jobId: 'j' }, { state: 'failed', done: 0, total: 9, ...answer })
  await expect(result).rejects.toMatchObject({ status: 400, lines })
})

test.each([
  [{}, /^サーバーのエラー/],
  [{ error: message('importStopped') }, /^サーバーが止まったため/],
])('what stopped the server is not laid on the file: %j', async (answer, words) => {
  const { result } = await stage({ jobId: 'j' }, { state: 'failed', done: 0, total: 9, ...answer })
  await expect(result).rejects.toMatchObject({ message: expect.stringMatching(words) as string })
  await expect(result).rejects.not.toHaveProperty('status')
})
