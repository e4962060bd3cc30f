import { setTimeout as after } from 'node:timers/promises'
import { signIn } from './console.ts'
import { percentile, report } from './figure.ts'
import { makeOffice, workersFile } from './import.ts'
import type { Product } from './product.ts'

const password = 'Bench-1234'
const betweenMs = 150
const signIns = 200

/** Milliseconds that each of so many people waits who sign in one after another; an address may do so 600 times a minute. */
const signInTimes = async ({ url }: Product): Promise<number[]> => {
  const times: number[] = []
  for (let n = 0; n < signIns; n++) {
    const started = performance.now()
    const answer = await fetch(`${url}/api/Authenticate/Login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password }),
    })
    await answer.text()
    if (!answer.ok) throw new Error(`signing in answered ${answer.status}`)
    times.push(performance.now() - started)
    await after(betweenMs)
  }
  return times
}

/**
 * Signs in beside an import of so many passwords, and imports for another company meanwhile. The large import is cancelled
 * once it has been seen: what comes of it does not matter here.
 */
export const measurePasswordImport = async (product: Product, passwords: number): Promise<void> => {
  const headers = await signIn(product)
  const [office, elsewhere] = [await makeOffice(product, 'PASSWORDS'), await makeOffice(product, 'BESIDE')]
  const template = await (await fetch(`${product.url}/api/UserRole/Template?role=User`, { headers })).text()
  const before = await signInTimes(product)
  const upload = async ({ office_id: officeId }: typeof office, count: number, prefix: string) => {
    const body = new FormData()
    body.append('role', 'User')
    body.append('file', new Blob([workersFile(template, count, prefix, password)], { type: 'text/csv' }), '取り込み.csv')
    const answer = await fetch(`${product.url}/api/UserRole/Import/${officeId}`, { method: 'POST', headers, body })
    return { status: answer.status, ...((await answer.json()) as { jobId?: string }) }
  }
  const { status, jobId } = await upload(office, passwords, 'slow')
  if (status !== 202) throw new Error(`the import answered ${status}`)
  const refused = await Promise.all(Array.from({ length: 3 }, (_, n) => upload(office, 10, `more${n}`)))
  const started = performance.now()
  const another = await upload(elsewhere, 10, 'beside')
  const besideMs = performance.now() - started
  const beside = await signInTimes(product)
  const job = (await (await fetch(`${product.url}/api/Job/${jobId}`, { headers })).json()) as { state: string }
  if (job.state !== 'running') throw new Error(`the import was over too soon: ${job.state}`)
  await fetch(`${product.url}/api/Job/${jobId}`, { method: 'DELETE', headers })
  const name = `import of ${passwords.toLocaleString('en')} passwords`
  report(`sign-in p99 beside an ${name}, of before`, percentile(beside, 0.99), 'ms', percentile(before, 0.99))
  report(`sign-in median beside an ${name}, of before`, percentile(beside, 0.5), 'ms', percentile(before, 0.5))
  report(`further files of the company told to wait beside an ${name}`, refused.filter((one) => one.status === 409).length, 'files', 3)
  report(`another company's 10 workers beside an ${name}, answered ${another.status}`, besideMs, 'ms')
}
