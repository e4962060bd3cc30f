import { setTimeout as after } from 'node:timers/promises'
import type { DatabaseConnection } from '../../src/platform/database/database.ts'
import { ClusterCompany } from './cluster-company.ts'
import { lostNodes, type Outage, readingsByNode, runCommand } from './cluster-nodes.ts'
import { findings } from './findings.ts'
import { eventually, type Product } from './product.ts'

export type ClusterRound = {
  readonly database: DatabaseConnection
  readonly products: readonly [Product, Product]
  /** None: no node is taken away. */
  readonly outage: Outage | undefined
  readonly awayMs: number
  readonly seed: number
}

// On a busy machine the product takes a while to start.
const patienceMs = 180_000
const [gateways, hands, pulses, paceMs] = [3, 6, 240, 500]

/** Companies until each of the workers holds two of them. */
const foundCompanies = async (database: DatabaseConnection, seed: number): Promise<ClusterCompany[]> => {
  const companies: ClusterCompany[] = []
  const { rows } = await database.pool.query(`select from pg_dist_node n where n.noderole = 'primary' and n.shouldhaveshards`)
  const isEnough = () => {
    const held = [...Map.groupBy(companies, ({ node }) => node).values()]
    return held.length === rows.length && held.every((own) => own.length > 1)
  }
  while (!isEnough()) companies.push(await ClusterCompany.found(database, { hands, pulses, seed: seed + companies.length }))
  return companies
}

/** What people of these companies are yet to be notified of. */
const findUnnotified = async ({ pool }: DatabaseConnection, companies: readonly ClusterCompany[]): Promise<number[]> => {
  const { rows } = await pool.query<{ due_id: number }>('select d.due_id from alert_due d where d.company_id = any($1::int[])', [
    companies.map(({ crew }) => crew.companyId),
  ])
  return rows.map(({ due_id }) => due_id)
}

/** Looks how the companies are served while a worker is away, and says what is otherwise than it should be. */
const lookWhileAway = async ({ products, database, awayMs }: ClusterRound, companies: readonly ClusterCompany[], lost: string) => {
  const found: string[] = []
  const ended = after(awayMs)
  const before = new Map(companies.map((company) => [company, company.acknowledged]))
  const heardBefore = new Map(companies.map((company) => [company, company.heard('condition')]))
  // A process that starts meanwhile knows nobody yet.
  products[1].kill()
  await after(500)
  await products[1].ready(patienceMs)
  const living = companies.filter(({ node }) => node !== lost)
  const untold = await findUnnotified(database, living)
  for (const company of companies)
    for (const { url } of products) {
      const expected = company.node === lost ? 503 : 200
      const statuses = await company.statuses(url)
      if (Object.values(statuses).some((status) => status !== expected)) found.push(`${company.node}: ${JSON.stringify(statuses)}`)
      if (company.node !== lost && !(await company.hearsNews(url))) found.push(`${company.node}: nothing came over the live stream`)
    }
  await ended
  const stillUntold = await findUnnotified(database, living)
  if (untold.some((id) => stillUntold.includes(id))) found.push('people of the living nodes are not told of alerts')
  for (const company of companies) {
    const count = company.acknowledged - (before.get(company) ?? 0)
    if (count > 0 === (company.node === lost)) found.push(`${company.node}: ${count} messages were acknowledged meanwhile`)
    const news = company.heard('condition') - (heardBefore.get(company) ?? 0)
    if (news > 0 === (company.node === lost)) found.push(`${company.node}: ${news} pieces of news came over an open stream meanwhile`)
    if (company.heard('away') > 0 !== (company.node === lost)) found.push(`${company.node}: open streams do not say who can be read`)
  }
  return found
}

/**
 * The day of several companies on all worker nodes of a cluster, in the middle of which one worker is killed and brought back,
 * and a process of the product killed meanwhile. Answers what was otherwise than it should be, and what the database says
 * otherwise than after an undisturbed run.
 */
export const clusterRound = async (round: ClusterRound) => {
  const { database, products, outage, seed } = round
  const companies = await foundCompanies(database, seed)
  const urls = products.map(({ url }) => url)
  for (const company of companies) {
    await company.signIn(products[0].url)
    await company.listen(products[0].url)
  }
  const days = Promise.all(companies.map((company) => company.sendDay(urls, gateways, paceMs)))
  // The await below reports it; until then somebody else's failure may come first.
  days.catch(() => undefined)
  await eventually(
    async () => companies.every(({ acknowledged }) => acknowledged > pulses / 2),
    'a sixth of the day has gone by',
    patienceMs,
  )
  let meanwhile: string[] = []
  let recoveredMs = 0
  let lost: string | undefined
  if (outage !== undefined) {
    await runCommand(outage.kill)
    try {
      lost = await eventually(async () => (await lostNodes(database.pool))[0], 'a worker is away')
      meanwhile = await lookWhileAway(round, companies, lost)
    } finally {
      await runCommand(outage.start)
    }
    const began = performance.now()
    const waiting = companies
      .filter(({ node }) => node === lost)
      .map((company) => ({ company, acknowledged: company.acknowledged, heard: company.heard('condition') }))
    await eventually(
      async () =>
        waiting.every(({ company, acknowledged, heard }) => company.acknowledged > acknowledged && company.heard('condition') > heard),
      'the lost node’s companies go on, and their open streams tell of them',
      patienceMs,
    )
    recoveredMs = performance.now() - began
  }
  await days
  for (const company of companies) company.hangUp()
  for (const product of products) await product.ready(patienceMs)
  const differences: string[] = []
  for (const { crew } of companies) differences.push(...(await findings(database.pool, crew)))
  return {
    companies,
    lost,
    meanwhile,
    recoveredMs,
    differences,
    readings: await readingsByNode(database.pool),
    statuses: [...new Set(companies.flatMap(({ answers }) => [...answers.keys()]))],
  }
}
