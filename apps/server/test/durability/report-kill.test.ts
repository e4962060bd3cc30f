import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromBufferPromise } from 'yauzl'
import { afterAll, expect, test } from 'vitest'
import { makeOffice, makeUser } from '../../src/shared/organisation/test-factories.ts'
import { createTestDatabase } from '../../src/platform/database/test-database.ts'
import { eventually, freePort, Product } from './product.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

// Their papers take seconds, of which the test sees one part and the product notices the cancelling in the next.
const people = 30
const day = '2026-07-20'

/** A site where everybody has a day of summaries. */
const makeSite = async () => {
  const office = await makeOffice(db)
  const workers = await Promise.all(Array.from({ length: people }, () => makeUser(db, 'User', office)))
  const hours = Array.from({ length: 9 }, (_, n) => new Date(`${day}T${String(8 + n).padStart(2, '0')}:00:00+09:00`))
  const worn = { readings: 60, heart_rate_max: 120, heart_rate_sum: 6_000, heart_rate_count: 60, excess_count: 0, connected_minutes: 60 }
  for (const { company_id, user_id } of workers)
    await db
      .insertInto('hourly_summary')
      .values(hours.map((hour) => ({ ...worn, company_id, user_id, office_id: office.office_id, hour })))
      .execute()
  return office
}

const askerAt = async (url: string) => {
  const login = await fetch(`${url}/api/Authenticate/Login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'Admin-1234' }),
  })
  const { token } = (await login.json()) as { token: string }
  return (path: string, body?: object, method = body === undefined ? 'GET' : 'POST') =>
    fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
}

test(
  'a report that is cancelled while it is made leaves nothing; one that is killed is made again, whole, and nothing of the first attempt is left',
  { timeout: 420_000 },
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'mimamori-report-kill-'))
    const temporary = join(dataDir, 'tmp')
    await mkdir(temporary)
    const env = { DATABASE_URL: database.url, ROLES: 'api,jobs', TMPDIR: temporary }
    const product = new Product({ dataDir, port: await freePort(), env })
    try {
      const office = await makeSite()
      await product.ready()
      const ask = await askerAt(product.url)
      const request = { officeId: [office.office_id], reportTypeZip: [4, 5], startTime: day, endTime: day }
      const start = async () => ((await (await ask('/api/Report/Job', request)).json()) as { jobId: string }).jobId
      const jobNow = async (id: string) => (await (await ask(`/api/Job/${id}`)).json()) as { state: string; done: number; total: number }
      /** The job as it is once some of its people, and not all, are in the file. */
      const untilHalfMade = async (id: string) => {
        const seen = await eventually(async () => {
          const job = await jobNow(id)
          return job.done > 0 && job
        }, 'somebody is in the file')
        expect(seen).toMatchObject({ state: 'running', total: people })
        expect(seen.done).toBeLessThan(people)
      }

      const unwanted = await start()
      await untilHalfMade(unwanted)
      await ask(`/api/Job/${unwanted}`, undefined, 'DELETE')
      await eventually(async () => (await readdir(temporary)).length === 0, 'what was written of the cancelled one is gone')
      expect(await jobNow(unwanted)).toMatchObject({ state: 'cancelled', file: null })
      expect(await readdir(dataDir)).not.toContain('files')

      const jobId = await start()
      await untilHalfMade(jobId)
      product.kill()
      await eventually(async () => (await jobNow(jobId)).state === 'done', 'it is done', 300_000)
      expect(product.starts).toBe(2)
      const made = db.selectFrom('job').select(['job.attempts', 'job.error']).where('job.job_id', '=', jobId)
      expect(await made.execute()).toEqual([{ attempts: 2, error: null }])
      expect(product.words).not.toContain('"level":50')

      const zip = await fromBufferPromise(Buffer.from(await (await ask(`/api/Job/${jobId}/File`)).arrayBuffer()), { lazyEntries: true })
      const papers: string[] = []
      for await (const entry of zip.eachEntry()) if (entry.fileName.endsWith('.pdf')) papers.push(entry.fileName)
      expect(papers).toHaveLength(people)
      expect(await readdir(join(dataDir, 'files'))).toEqual([`${jobId}-2`])
      expect(await readdir(temporary)).toEqual([])
    } finally {
      await product.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
)
