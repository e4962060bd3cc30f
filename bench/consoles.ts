import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { accessTokens } from '../apps/server/src/platform/secrets/access-token.ts'
import type { ConsoleNews, OpenConsole } from './console-sockets.ts'
import { percentile, report } from './figure.ts'
import { addCompany, type Crowd, fillCrowd, minuteOfHeat, minuteOfReadings } from './fill.ts'
import { type Product, startProduct } from './product.ts'

const sites = 10
const people = 1_000
const perSecond = 1_000
const seconds = Number(process.env['BENCH_SECONDS'] ?? 30)
/** So often each site sends. */
const turnsASecond = 4

/**
 * Who looks at a site, 200 consoles each: the company's own administrators, the site's, leaders of a group each, and workers at
 * their telephones.
 */
const watching = { AdminUnitContract: 3, HeadquartersAdmin: 17, GroupLeader: 80, User: 100 } as const

/** Of each site this many of each role read what they receive; of the others the bytes count. */
const reading = { AdminUnitContract: 0, HeadquartersAdmin: 1, GroupLeader: 20, User: 20 } as const

type Role = keyof typeof watching

const fillSites = async ({ pool }: Product): Promise<Crowd[]> => {
  const crowds: Crowd[] = []
  for (let n = 1; n <= sites; n++) crowds.push(await fillCrowd(pool, people, `site-${n}`, await addCompany(pool, `site-${n}`)))
  // One leader for each of a site's first groups; who administers is not of a group.
  await pool.query(
    `with chosen as (select distinct on (u.company_id, u.group_id) u.company_id, u.user_id, u.group_id
                       from app_user u where u.group_id is not null order by u.company_id, u.group_id, u.user_id),
          numbered as (select c.company_id, c.user_id, row_number() over (partition by c.company_id order by c.group_id) as n from chosen c)
     update app_user u set role = 'GroupLeader', group_role = 1
       from numbered c where c.company_id = u.company_id and c.user_id = u.user_id and c.n <= $1`,
    [watching.GroupLeader],
  )
  for (const role of ['AdminUnitContract', 'HeadquartersAdmin'] as const)
    for (const { companyId, officeId } of crowds)
      await pool.query(
        `with claimed as (insert into login (login_key, company_id) select lower($3) || '-' || $1::int || '-' || n, $1::int from generate_series(1, $4) n)
         insert into app_user (login_id, role, company_id, office_id, full_name, furigana)
         select lower($3) || '-' || $1::int || '-' || n, $3, $1::int, case when $3 = 'HeadquartersAdmin' then $2::int end, '所長　次郎' || n, 'ショチョウ　ジロウ' || n
           from generate_series(1, $4) n`,
        [companyId, officeId, role, watching[role]],
      )
  await pool.query('vacuum analyze app_user')
  return crowds
}

type Session = { readonly companyId: number; readonly userId: number; readonly sessionId: string; readonly role: Role; readonly n: number }

/** Signs in everybody who looks, without two thousand passwords being checked. */
const signInAll = async ({ pool }: Product): Promise<OpenConsole[]> => {
  const { rows: secrets } = await pool.query<{ value: string }>(`select value from product_secret where name = 'jwt'`)
  const { rows } = await pool.query<Session>(
    `with watcher as (select u.company_id, u.user_id, u.role, row_number() over (partition by u.company_id, u.role order by u.user_id)::int as n
                        from app_user u where u.company_id <> 0),
          opened as (insert into session (session_id, user_id, company_id, token_hash, expires_at)
                     select gen_random_uuid(), w.user_id, w.company_id, sha256(w.user_id::text::bytea), now() + interval '1 day'
                       from watcher w where w.n <= (($1::jsonb) ->> w.role)::int
                     returning company_id, user_id, session_id)
     select o.company_id as "companyId", o.user_id as "userId", o.session_id as "sessionId", w.role, w.n
       from opened o join watcher w using (company_id, user_id) order by w.n, w.company_id`,
    [JSON.stringify(watching)],
  )
  const tokens = accessTokens([secrets[0]?.value ?? ''])
  return Promise.all(
    rows.map(async ({ role, n, ...claims }) => ({ token: await tokens.sign(claims, new Date()), reads: n <= reading[role] })),
  )
}

/** Readings of all sites at the rate asked, each site's in messages of its own; how many were stored, and how many messages refused. */
const sendFor = async (product: Product, crowds: readonly Crowd[], forSeconds: number) => {
  const part = perSecond / sites / turnsASecond
  const posts: Promise<unknown>[] = []
  let [readings, refused] = [0, 0]
  const post = async ({ keyId, secret }: Crowd, sent: unknown[]) => {
    const answer = await fetch(`${product.url}/api/ingest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keyId}.${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ readings: sent }),
    })
    await answer.arrayBuffer()
    if (answer.ok) readings += sent.length
    else refused += 1
  }
  for (let turn = 0; turn < forSeconds * turnsASecond; turn++) {
    const due = after(1_000 / turnsASecond)
    for (const [site, crowd] of crowds.entries()) {
      const workers = Array.from({ length: part }, (_, n) => ((turn * part + n) % people) + 1)
      // The sites do not all send in one moment.
      posts.push(
        after((site * 1_000) / turnsASecond / sites).then(() =>
          post(
            crowd,
            turn % turnsASecond === 0
              ? [...minuteOfHeat(new Date(), turn), ...minuteOfReadings(workers, new Date(), turn)]
              : minuteOfReadings(workers, new Date(), turn),
          ),
        ),
      )
    }
    await due
  }
  await Promise.all(posts)
  return { readings, refused }
}

/** Sends and reports what that takes of the machine. */
const measureSending = async (product: Product, crowds: readonly Crowd[], name: string): Promise<void> => {
  const residentMb: number[] = []
  const timer = setInterval(() => void product.residentMb().then((mb) => residentMb.push(mb)), 500)
  const [before, started] = [await product.usedUs(), performance.now()]
  const { readings, refused } = await sendFor(product, crowds, seconds).finally(() => clearInterval(timer))
  const [used, tookMs] = [await product.usedUs(), performance.now() - started]
  report(`${name}: readings`, (readings * 1_000) / tookMs, 'readings/s', perSecond)
  report(`${name}: messages refused`, refused, 'messages', 0)
  report(`${name}: processor time of the server`, (used.server - before.server) / tookMs, 'ms a second')
  report(`${name}: processor time of the database`, (used.database - before.database) / tookMs, 'ms a second')
  report(`${name}: server resident, at most`, Math.max(...residentMb), 'MB')
}

/** The next answer of the process that holds the consoles. */
const answerOf = async (child: ReturnType<typeof fork>): Promise<ConsoleNews> => {
  const [news] = (await once(child, 'message')) as [ConsoleNews]
  return news
}

/**
 * Two thousand consoles open on one server, of ten companies with a site each, while their people send 1,000 readings a second: how long
 * after a reading was sent its row is at a console, and what the streams take of processor and memory, beside the same readings without
 * anybody looking.
 */
export const measureConsoles = async (): Promise<void> => {
  const product = await startProduct()
  const child = fork(fileURLToPath(new URL('console-sockets.ts', import.meta.url)))
  try {
    const crowds = await fillSites(product)
    await sendFor(product, crowds, 5)
    await measureSending(product, crowds, 'nobody looking')
    const consoles = await signInAll(product)
    const begun = performance.now()
    const opened = answerOf(child)
    child.send({ port: Number(new URL(product.url).port), consoles })
    await opened
    const name = `${consoles.length} consoles`
    report(`${name}: opened`, (performance.now() - begun) / 1_000, 's')
    await sendFor(product, crowds, 5)
    child.send('begin')
    await measureSending(product, crowds, name)
    await after(1_000)
    const answered = answerOf(child)
    child.send('report')
    const news = await answered
    if (!('bytes' in news)) throw new Error('no report')
    report(`${name}: sent to them`, news.bytes / 1e6 / seconds, 'MB/s')
    report(`${name}: writes received`, news.events / seconds, 'writes/s')
    report(`${name}: closed by the server`, news.closed, 'consoles', 0)
    report(`${name}: rows read by some of them`, news.latenciesMs.length, 'rows')
    report(`${name}: reading sent → row at a console, median`, percentile(news.latenciesMs, 0.5), 'ms')
    report(`${name}: reading sent → row at a console, p99`, percentile(news.latenciesMs, 0.99), 'ms', 500)
  } finally {
    child.kill()
    await product.stop()
  }
}
