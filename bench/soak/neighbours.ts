import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { makeCrew } from '../../apps/server/test/durability/crew.ts'
import { findings } from '../../apps/server/test/durability/findings.ts'
import { type Answers, messagesOf, sendUntilAcknowledged } from '../../apps/server/test/durability/http-senders.ts'
import { freePort, Product } from '../../apps/server/test/durability/product.ts'
import { formerRelease } from '../../scripts/former-release.ts'
import { report } from '../figure.ts'
import { onOwnDatabase } from './on-own-database.ts'
import { type Build, makeBuild, uncommitted } from './week/builds.ts'

/** What a later release may add beside a running one: columns, an index, a table and a wider check. */
const madeUpMigration = `
alter table worker_state add column made_up_text text;
alter table alert add column made_up_number integer not null default 0;
alter table reading add column made_up_flag boolean not null default false;
alter table device add column made_up_place text;
alter table app_user add column made_up_words text not null default '';
create index made_up_alert on alert (company_id, made_up_number);
create table made_up (company_id integer not null, id integer not null, primary key (company_id, id));
`

const gateways = 8
/** How long only the former release runs, both, and only the newer one, in shares of the whole. */
const soloShare = 0.15

type Release = { readonly product: Product; readonly build: Build }

/** Signs in as the first administrator and reads the lists of the console, over and over; counts the answers by status. */
const readLists = async (product: Product, answers: Answers, signal: AbortSignal): Promise<void> => {
  const count = (status: number) => void answers.set(status, (answers.get(status) ?? 0) + 1)
  const ask = async (path: string, init: RequestInit = {}): Promise<Response | undefined> => {
    const answer = await fetch(`${product.url}${path}`, { ...init, signal: AbortSignal.timeout(10_000) }).catch(() => undefined)
    count(answer?.status ?? 0)
    return answer
  }
  const body = JSON.stringify({ username: 'admin', password: 'Admin-1234' })
  const answer = await ask('/api/Authenticate/Login', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { token = '' } = ((await answer?.json()) ?? {}) as { token?: string }
  const headers = { authorization: `Bearer ${token}` }
  const paths = ['HealthCondition', 'HealthCondition/Alert', 'Device', 'UserRole', 'Company', 'OutboxMail', 'AuditLog'].map(
    (name) => `/api/${name}`,
  )
  while (!signal.aborted)
    for (const path of paths) {
      await (await ask(path, { headers }))?.text()
      await after(150)
    }
}

/**
 * The former release and this one on one database while readings flow: at first only the former, then both for over a minute, at the
 * end only this one, which also brings a made-up migration of what a later release may add. NEIGHBOUR names another commit than that
 * of the former release. It is well where nothing is lost or judged otherwise and no call of the console fails.
 */
export const soakNeighbours = async (folder: string, seed: number, { hours = 0.04 }: { hours?: number | undefined }): Promise<boolean> => {
  const stopping: (() => Promise<void>)[] = []
  const build = async (place: string, commit: string): Promise<Build> => {
    const made = await makeBuild(place, commit)
    stopping.push(made.remove)
    return made
  }
  try {
    const changed = await uncommitted()
    if (changed.length > 0) console.error(`neighbours: what is not committed is not tried: ${changed.join(', ')}`)
    console.error('neighbours: both releases use the packages that are installed now, also where the former one had others')
    const formerBuild = await build(folder, process.env['NEIGHBOUR'] ?? formerRelease.commit)
    const newerBuild = await build(join(folder, 'newer'), 'HEAD')
    await writeFile(join(newerBuild.root, 'apps/server/migrations/9999-made-up.sql'), madeUpMigration)
    return await onOwnDatabase(folder, async (own, connect) => {
      const start = async (of: Build): Promise<Release> => {
        const env = { DATABASE_URL: own.url, ROLES: 'api,ingest,jobs' }
        const product = new Product({ dataDir: join(folder, `data-${of.name}`), port: await freePort(), root: of.root, env })
        stopping.push(() => product.stop())
        await product.ready(180_000)
        return { product, build: of }
      }
      const former = await start(formerBuild)
      const database = connect()
      const crew = await makeCrew(database.db, { hands: 40, pulses: 120, seed })
      const answers: Answers = new Map()
      const [byFormer, byNewer]: [Answers, Answers] = [new Map(), new Map()]
      const [endOfFormer, end] = [new AbortController(), new AbortController()]
      const urls = [former.product.url]
      const wholeMs = hours * 3_600_000
      const startedAt = performance.now()
      await sendUntilAcknowledged(crew.key.bearer, crew.heat, { url: former.product.url, answers })
      const sending = messagesOf(crew, gateways).map(async (messages, gateway) => {
        for (const [index, message] of messages.entries()) {
          const due = startedAt + (wholeMs * index) / messages.length
          await after(Math.max(0, due - performance.now()))
          // A proxy before both of them may give each message to either.
          const url = urls[(gateway + index) % urls.length] ?? former.product.url
          await sendUntilAcknowledged(crew.key.bearer, message, { url, answers, patienceMs: 30_000 })
        }
      })
      const sent = Promise.allSettled(sending)
      const reading = [readLists(former.product, byFormer, endOfFormer.signal)]
      await after(wholeMs * soloShare)
      const newer = await start(newerBuild)
      const bothSince = performance.now()
      urls.push(newer.product.url)
      reading.push(readLists(newer.product, byNewer, end.signal))
      await after(Math.max(0, wholeMs * (1 - soloShare) - (performance.now() - startedAt)))
      urls.shift()
      const bothSeconds = (performance.now() - bothSince) / 1_000
      endOfFormer.abort()
      await reading[0]
      await former.product.stop()
      const { words, starts } = former.product
      const undelivered = (await sent).filter((outcome) => outcome.status === 'rejected').map(({ reason }) => String(reason))
      end.abort()
      await Promise.all(reading)
      const found = [...undelivered, ...(await findings(database.pool, crew))]
      for (const finding of found.slice(0, 20)) console.error(`SEED=${seed}: ${finding}`)
      const failed = [...byFormer, ...byNewer]
        .filter(([status]) => status === 0 || status >= 500)
        .reduce((sum, [, times]) => sum + times, 0)
      const counted = { readings: Object.fromEntries(answers), former: Object.fromEntries(byFormer), newer: Object.fromEntries(byNewer) }
      console.error(`former ${formerBuild.name}, newer ${newerBuild.name}: ${JSON.stringify(counted)}`)
      if (words !== '') console.error(`the former release wrote:\n${words.slice(-2_000)}`)
      report('soak neighbours, side by side', bothSeconds, 's')
      report('soak neighbours, readings acknowledged', 40 * 120, 'readings')
      report('soak neighbours, differences from an undisturbed run', found.length, 'differences')
      report('soak neighbours, calls of the console that failed', failed, 'calls')
      report('soak neighbours, starts of the former release again', starts - 1, 'starts')
      return found.length === 0 && failed === 0 && starts === 1
    })
  } finally {
    for (const stop of stopping.toReversed()) await stop().catch((error: Error) => console.error(error.message))
  }
}
