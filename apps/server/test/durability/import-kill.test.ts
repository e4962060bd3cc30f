import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOpenFolder } from './open-folder.ts'
import { eventually, freePort, Product } from './product.ts'

let dataDir: string
let product: Product

beforeAll(async () => {
  dataDir = await makeOpenFolder('import-kill')
  product = new Product({ dataDir, port: await freePort() })
  await product.ready()
})
afterAll(async () => {
  await product?.stop()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

type Json = Record<string, unknown>
const people = 30_000

const session = async () => {
  const answer = await fetch(`${product.url}/api/Authenticate/Login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'Admin-1234' }),
  })
  const { token } = (await answer.json()) as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  const ask = async (method: string, path: string, body?: Json | FormData): Promise<Json> => {
    const isForm = body instanceof FormData
    const sent = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }
    const response = await fetch(`${product.url}${path}`, {
      method,
      headers: isForm || body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...sent,
    })
    const text = await response.text()
    return (text.startsWith('{') ? JSON.parse(text) : text) as Json
  }
  return ask
}

const fileOf = (template: string) => {
  const labels = template.replace('\uFEFF', '').trim().split(',')
  const cells: Record<string, string> = { 氏名: '見守　太郎', フリガナ: 'ミマモリ　タロウ', 性別: '1', 生年月日: '1990-01-01' }
  const row = (n: number) =>
    labels.map((label) => (label === '"ログインID"' ? `"killed-${n}"` : `"${cells[label.slice(1, -1)] ?? ''}"`)).join(',')
  return [labels.join(','), ...Array.from({ length: people }, (_, n) => row(n))].join('\r\n')
}

test('kill -9 during an import leaves nothing of it, its job says so, and it can be done again', async () => {
  let ask = await session()
  const { companyId } = await ask('POST', '/api/Company', { officeCode: 'K', companyName: '会社' })
  const { officeId } = await ask('POST', '/api/Office', { companyId, baseCode: 'K', officeName: '拠点' })
  const template = (await ask('GET', '/api/UserRole/Template?role=User')) as unknown as string
  const upload = () => {
    const body = new FormData()
    body.append('role', 'User')
    body.append('file', new Blob([fileOf(template)]), 'a.csv')
    return ask('POST', `/api/UserRole/Import/${String(officeId)}`, body)
  }
  const count = async () => (await ask('GET', '/api/UserRole?worker=1&limit=1'))['count']
  const { jobId } = await upload()
  await eventually(async () => Number((await ask('GET', `/api/Job/${String(jobId)}`))['done']) > 0, 'rows have been read')
  const starts = product.starts
  process.kill(product.pid, 'SIGKILL')
  await eventually(async () => product.starts > starts, 'it starts again')
  await product.ready()
  ask = await session()
  const job = await eventually(async () => {
    const found = await ask('GET', `/api/Job/${String(jobId)}`)
    return found['state'] === 'running' ? undefined : found
  }, 'the job has ended')
  expect(job).toMatchObject({ state: 'failed', error: expect.stringContaining('1行も取り込まれていません') })
  expect(await count()).toBe(0)
  const again = await upload()
  await eventually(async () => (await ask('GET', `/api/Job/${String(again['jobId'])}`))['state'] === 'done', 'the second one is done')
  expect(await count()).toBe(people)
}, 300_000)
