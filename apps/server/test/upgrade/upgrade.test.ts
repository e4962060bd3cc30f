import { cp, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLog } from '../../src/features/audit-log/verify.ts'
import { restoreDatabase } from '../../src/platform/backup/restore.ts'
import { createTestDatabase } from '../../src/platform/database/test-database.ts'
import { testConfig } from '../../src/platform/test-context.ts'
import { type Server, startServer } from '../../src/start.ts'

/** What an earlier release left behind, as it was when it was kept: the folder of its number holds `backup`, `files` and this. */
type StoredFolder = {
  readonly at: string
  readonly month: string
  readonly companies: readonly string[]
  readonly workers: number
  readonly readings: number
  readonly alerts: number
  readonly maps: number
  readonly logEntries: number
}

const isRelease = (name: string) => /^\d+\.\d+\.\d+$/.test(name)
const releases = (await readdir(import.meta.dirname)).filter(isRelease)
const log = pino({ level: 'silent' })

describe.each(releases)('the data of release %s', (release) => {
  const folder = join(import.meta.dirname, release)
  let storedFolder: StoredFolder
  let dataDir: string
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let server: Server

  beforeAll(async () => {
    storedFolder = JSON.parse(await readFile(join(folder, 'kept.json'), 'utf8')) as StoredFolder
    database = await createTestDatabase({ migrated: false })
    await restoreDatabase({ url: database.url, file: join(folder, 'backup'), log })
    dataDir = await mkdtemp(join(tmpdir(), 'mimamori-upgrade-'))
    await cp(join(folder, 'files'), join(dataDir, 'files'), { recursive: true })
    const clock = () => new Date(storedFolder.at)
    // Jobs would add to what is counted.
    const settings = { ...testConfig(), roles: ['api' as const], port: 0, host: '127.0.0.1', databaseUrl: database.url, dataDir }
    server = await startServer(settings, { log, clock, print: () => undefined })
  })
  afterAll(async () => {
    await server.stop()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })

  const ask = async (path: string, token?: string, body?: object): Promise<Response> =>
    fetch(`${server.url.replace('localhost', '127.0.0.1')}${path}`, {
      headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
  const signIn = async (username: string): Promise<string> => {
    const answer = await ask('/api/Authenticate/Login', undefined, { username, password: 'Demo-1234' })
    return ((await answer.json()) as { token: string }).token
  }
  const listed = async (path: string, token: string) => {
    const answer = await ask(path, token)
    expect(answer.status, path).toBe(200)
    return (await answer.json()) as { data: Record<string, unknown>[]; count: number }
  }

  it('is read as it was: companies, people, conditions, alerts, maps with their pictures', async () => {
    const service = await signIn('service-admin')
    const { data: companies } = await listed('/api/Company', service)
    expect(new Set(companies.map(({ companyName }) => companyName))).toEqual(new Set(storedFolder.companies))
    expect(await listed('/api/HealthCondition', service)).toMatchObject({ count: storedFolder.workers })
    expect(await listed('/api/HealthCondition/Alert?allTime=1', service)).toMatchObject({ count: storedFolder.alerts })
    const { data: maps } = await listed('/api/Map', service)
    expect(maps).toHaveLength(storedFolder.maps)
    const [picture] = maps.flatMap(({ mapImage }) => (typeof mapImage === 'string' ? [mapImage] : []))
    expect((await ask(`/api/Map/Image/${picture}`, service)).headers.get('content-type')).toMatch(/^image\//)
    const { rows } = await server.context.pool.query<{ count: number }>('select count(*)::int as count from reading')
    expect(rows[0]?.count).toBe(storedFolder.readings)
  })

  it('makes the reports that it made', async () => {
    const base = await signIn('base-admin')
    const { data: people } = await listed('/api/HealthCondition?healthData=1', base)
    const month = {
      OfficeId: people[0]?.['officeId'],
      Workers: [people[0]?.['userId']],
      ReportType: 1,
      Period: 1,
      RequestDate: storedFolder.month,
    }
    const report = await ask('/api/Report', base, month)
    expect(report.status).toBe(200)
    const { monthlyData } = (await report.json()) as { monthlyData: { data: (number | null)[] }[] }
    expect(monthlyData.flatMap(({ data }) => data).some((value) => value !== null)).toBe(true)
  })

  it('holds a log in which nothing was changed', async () => {
    const { faults, entries, unsealed } = await verifyLog(server.context.db)
    expect(faults).toEqual([])
    expect(entries + unsealed).toBeGreaterThanOrEqual(storedFolder.logEntries)
  })
})
