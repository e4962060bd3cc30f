import { cp, mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLog } from '../../src/features/audit-log/verify.ts'
import { openBackup } from '../../src/platform/backup/open-backup-place.ts'
import { restoreDatabase } from '../../src/platform/backup/restore.ts'
import { readMigrations } from '../../src/platform/database/migrate.ts'
import { createTestDatabase } from '../../src/platform/database/test-database.ts'
import { testConfig } from '../../src/platform/test-context.ts'
import { type Server, startServer } from '../../src/start.ts'
import { expectedDifferences, renamedTables, tablesOfTheSchema } from './expected-differences.ts'
import { killInMigrations, pendingNames } from './kill-migrations.ts'
import { type Ask, readFacts, type ReleaseFacts } from './release-facts.ts'
import { differencesOf, readStoredValues } from './stored-values.ts'

/** What an earlier release left behind: the folder of its number holds `backup`, `folder` and what the release said of it (keep-release.ts). */
type StoredRelease = ReleaseFacts & { readonly at: string; readonly ingestKey: string }

const isRelease = (name: string) => /^\d+\.\d+\.\d+$/.test(name)
const kept = (await readdir(import.meta.dirname)).filter(isRelease).toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))

/** Everything, in `npm run soak -- upgrades`: each release, killed in each of its migrations. Here the oldest and the newest, in some. */
const isWhole = process.env['UPGRADE_KILLS'] === 'all'
const releases = isWhole ? kept : kept.filter((_, index) => index === 0 || index === kept.length - 1)
const killedFew = 3
const demoAccounts = ['service-admin', 'contract-admin', 'base-admin', 'leader', 'worker']

/** Where processes are killed: a kill takes four seconds. */
const chosenOf = (pending: readonly string[]): string[] =>
  isWhole || pending.length <= killedFew
    ? [...pending]
    : pending.filter((_, index) => index === 0 || index === Math.floor(pending.length / 2))

const log = pino({ level: 'silent' })

describe.each(releases)('the data folder of release %s', (release) => {
  const folder = join(import.meta.dirname, release)
  let stored: StoredRelease
  let dataDir: string
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let server: Server
  let chosen: string[]
  let killed: string[] = []
  let unexpected: string[]

  beforeAll(async () => {
    stored = JSON.parse(await readFile(join(folder, 'facts.json'), 'utf8')) as StoredRelease
    database = await createTestDatabase({ migrated: false })
    dataDir = await mkdtemp(join(tmpdir(), 'mimamori-upgrade-'))
    await cp(join(folder, 'folder'), dataDir, { recursive: true })
    // From 0.2.0 on a backup holds the files too.
    const putFile = async (key: string, path: string) => {
      await mkdir(dirname(join(dataDir, 'files', key)), { recursive: true })
      await cp(path, join(dataDir, 'files', key))
    }
    await restoreDatabase({ url: database.url, source: await openBackup(join(folder, 'backup')), log, files: { folder: dataDir, putFile } })
    const pending = await pendingNames(database.url)
    const before = await readStoredValues(database.url, tablesOfTheSchema)
    chosen = chosenOf(pending)
    if (chosen.length > 0) killed = await killInMigrations(database.url, chosen)
    const expected = new Set(pending.flatMap((name) => expectedDifferences[name] ?? []))
    const differences = differencesOf(before, await readStoredValues(database.url, tablesOfTheSchema), renamedTables)
    unexpected = differences.filter((difference) => !expected.has(difference))
    const clock = () => new Date(stored.at)
    // Jobs would add to what is counted.
    const settings = { ...testConfig(), roles: ['api' as const], port: 0, host: '127.0.0.1', databaseUrl: database.url, dataDir }
    server = await startServer(settings, { log, clock, print: () => undefined })
  })
  afterAll(async () => {
    await server.stop()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })

  const answerOf = async (path: string, token?: string, body?: object): Promise<Response> =>
    fetch(`${server.url.replace('localhost', '127.0.0.1')}${path}`, {
      headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
  const signIn = async (username: string): Promise<string> => {
    const answer = await answerOf('/api/Authenticate/Login', undefined, { username, password: 'Demo-1234' })
    return ((await answer.json()) as { token: string }).token
  }

  it('comes to the newest schema by processes that were killed in its migrations', async () => {
    const { rows } = await database.pool.query<{ name: string }>('select name from schema_migration order by name')
    expect(rows.map(({ name }) => name)).toEqual((await readMigrations()).map(({ name }) => name))
    expect(killed).toEqual(chosen)
    if (release !== kept.at(-1)) expect(chosen.length).toBeGreaterThan(0)
  })

  it('holds in every table the rows and values that it held, except for what a migration changes on purpose', () => {
    expect(unexpected).toEqual([])
  })

  it.each(demoAccounts)('lets %s in', async (username) => {
    const answer = await answerOf('/api/Authenticate/Login', undefined, { username, password: 'Demo-1234' })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ token: expect.any(String) as string })
  })

  it('is read as that release read it: people, settings, alerts with their history, mails, maps, minutes, reports and the log', async () => {
    const token = await signIn('service-admin')
    const ask: Ask = async (path, body) => {
      const answer = await answerOf(path, token, body)
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return /json/.test(answer.headers.get('content-type') ?? '') ? answer.json() : answer.text()
    }
    const { at, ingestKey: _, ...facts } = stored
    expect(await readFacts(ask, new Date(at))).toEqual(facts)
  })

  it('takes a reading by the key that release made', async () => {
    const [device] = (stored['devices'] as { serialNumber: string }[]).slice(0, 1)
    const reading = { kind: 'vital', device: device?.serialNumber, at: stored.at, heartRate: 77, interval: 1 }
    const answer = await answerOf('/api/ingest', stored.ingestKey, { readings: [reading] })
    expect(await answer.json()).toMatchObject({ accepted: 1 })
  })

  it('holds a log in which nothing was changed', async () => {
    const { faults, entries, unsealed } = await verifyLog(server.context.db)
    expect(faults).toEqual([])
    expect(entries + unsealed).toBeGreaterThanOrEqual((stored['log'] as unknown[]).length)
  })
})
