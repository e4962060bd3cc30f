import { stat } from 'node:fs/promises'
import { languageNames, roleNames } from '@mimamori/contract'
import { dayMs } from '@mimamori/simulator'
import type { ClientBase, Pool, PoolClient } from 'pg'
import { type OfficeKey, providerId } from '../shared/organisation/keys.ts'
import type { Context } from '../platform/context.ts'
import { hashPassword } from '../platform/secrets/password.ts'
import { crewOf, type Member } from './crew.ts'
import { type DemoAccount, type DemoSeed, type DemoSite, readDemoFile } from './demo-file.ts'
import { type FurtherKeys, furtherKeyNames, silenceSender } from './further-senders.ts'
import { type HandedTo, seedHandOuts } from './hand-outs.ts'
import { nightsAround } from './night-roster.ts'
import { isLive, issueKey } from './issue-key.ts'
import { seedDuty } from './seed-duty.ts'
import { seedPlanMails } from './seed-plan-mails.ts'
import { sizedKeys } from '../features/map-image/picture-sizes.ts'
import { imageKeyOf, seedFixedDevices, seedMaps, seedSpares, seedWear, seedWornDevices } from './seed-devices.ts'
import { finishedSite, seedFinishedSite } from './finished-site.ts'
import { newSite, seedNewSite } from './new-site.ts'
import { companies, seedAdministrator, seedCompanies, seedGroups, seedOffice, type SeededOffice, seedWorker } from './seed-organisation.ts'
import { seedRota } from './seed-rota.ts'
import { seedReadKeys } from './seed-read-keys.ts'
import { ariake } from './site-ariake.ts'
import { konan } from './site-konan.ts'
import type { SitePlan } from './site-plan.ts'
import { scenarioOf } from './site-scenario.ts'
import { shinonome } from './site-shinonome.ts'
import { planPath } from './plan-picture.ts'
import { ensurePoster, ensureWallboard } from './seed-links.ts'

/** The password of every demo account. */
export const demoPassword = 'Demo-1234'

/** What the demo is written into. */
type Stores = Pick<Context, 'pool' | 'files'>

const plans = [shinonome, ariake, konan] as const
const wornForDays = 40
const nightsPlanned = 30

/** The sites' plans with their crews; no name comes twice among them. */
const crews = (): { plan: SitePlan; crew: Member[] }[] => {
  let people = 0
  return plans.map((plan) => {
    const crew = crewOf(plan, people)
    people += crew.length
    return { plan, crew }
  })
}

/** Workers to sign in as besides the demo accounts: by the language of their pages, and the one whose consent is not given yet. */
export const furtherWorkers = (): { readonly username: string; readonly what: string }[] =>
  plans.flatMap(({ groups }) =>
    groups.flatMap(({ named }) =>
      named.flatMap(({ login, language, consent }) => {
        if (login === undefined || (language === undefined && consent === undefined)) return []
        return [{ username: login, what: language === undefined ? '測定への同意がまだ' : languageNames[language].japanese }]
      }),
    ),
  )

const inTransaction = async (pool: Pool, work: (client: PoolClient) => Promise<void>): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await work(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const seedSite = async (
  client: ClientBase,
  plan: SitePlan,
  crew: readonly Member[],
  companyId: number,
  passwordHash: string,
  nowMs: number,
) => {
  const officeId = await seedOffice(client, companyId, plan)
  const site: SeededOffice = { companyId, officeId, passwordHash, nowMs }
  const groups = await seedGroups(client, site, plan)
  const maps = await seedMaps(client, site, plan)
  const barometers = await seedFixedDevices(client, site, plan, maps)
  await seedSpares(client, site)
  const wornFrom = new Date(nowMs - wornForDays * dayMs)
  const handedTo: HandedTo[] = []
  for (const [index, member] of crew.entries()) {
    const phone = `090-5550-${String(plan.firstVital + index).slice(-4)}`
    const userId = await seedWorker(client, site, groups.get(member.group.name) ?? 0, member, phone)
    const { vitalId, beltId } = await seedWornDevices(client, site, member, barometers)
    const person = { companyId, userId }
    if (member.plan.shift === 'night')
      for (const { from, to } of nightsAround(nowMs, wornForDays, nightsPlanned)) await seedWear(client, person, vitalId, 'vital', from, to)
    else await seedWear(client, person, vitalId, 'vital', wornFrom)
    if (member.plan.name === undefined && member.post === 'member') handedTo.push({ userId, vitalId })
    if (beltId !== undefined) await seedWear(client, person, beltId, 'belt', wornFrom)
  }
  if (plan === shinonome) await seedHandOuts(client, site, handedTo, nowMs)
  const [fullName, furigana] = plan.baseAdmin.name
  await seedAdministrator(client, passwordHash, {
    login: plan.baseAdmin.login,
    role: 'HeadquartersAdmin',
    fullName,
    furigana,
    companyId,
    officeId,
  })
  if (plan === shinonome) await seedDuty(client, site, plan)
  if (plan === shinonome) await seedRota(client, site, nowMs)
  if (plan === shinonome) await seedPlanMails(client, site)
}

const seedAll = async (client: PoolClient, passwordHash: string, nowMs: number): Promise<void> => {
  const companyIds = await seedCompanies(client)
  for (const { plan, crew } of crews()) await seedSite(client, plan, crew, companyIds.get(plan.companyCode) ?? 0, passwordHash, nowMs)
  await seedNewSite(client, passwordHash)
  const none = { companyId: providerId, officeId: null }
  await seedAdministrator(client, passwordHash, {
    login: 'service-admin',
    role: 'AdminUnitService',
    fullName: '運用　担当',
    furigana: 'ウンヨウ　タントウ',
    ...none,
  })
  const contract = { role: 'AdminUnitContract', officeId: null } as const
  const [first, second] = companies.map(({ code }) => companyIds.get(code) ?? 0)
  await seedAdministrator(client, passwordHash, {
    ...contract,
    login: 'contract-admin',
    fullName: '黒田　雅之',
    furigana: 'クロダ　マサユキ',
    companyId: first ?? 0,
  })
  await seedAdministrator(client, passwordHash, {
    ...contract,
    login: 'other-contract-admin',
    fullName: '倉田　智子',
    furigana: 'クラタ　トモコ',
    companyId: second ?? 0,
  })
  await seedFinishedSite(client, companyIds.get(finishedSite.companyCode) ?? 0, nowMs)
  const one = await findOffice(client, shinonome)
  const other = await findOffice(client, ariake)
  if (one === undefined || other === undefined) throw new Error('the sites of the demo are missing')
  const { companyId, officeId } = one
  await seedReadKeys(client, { companyId, first: officeId, second: other.officeId, by: '黒田　雅之', nowMs })
}

const findOffice = async (pool: Pick<Pool, 'query'>, plan: Pick<SitePlan, 'companyCode' | 'baseCode'>): Promise<OfficeKey | undefined> => {
  const { rows } = await pool.query<OfficeKey>(
    `select o.company_id as "companyId", o.office_id as "officeId"
       from office o join company c on c.company_id = o.company_id
      where c.code = $1 and c.deleted_at is null and o.base_code = $2`,
    [plan.companyCode, plan.baseCode],
  )
  return rows[0]
}

/** Puts the plans into the file store. */
const storePlans = async ({ pool, files }: Stores, nowMs: number): Promise<void> => {
  const { measurePicture } = await import('../features/map-image/redraw-picture.ts')
  for (const plan of plans) {
    const office = await findOffice(pool, plan)
    if (office === undefined) continue
    for (const [index, map] of plan.maps.entries()) {
      if (map.type === 2) continue
      const [key, path] = [imageKeyOf(plan, index), planPath(map.picture)]
      const pixels = await measurePicture(path)
      await pool.query(
        `insert into stored_file (company_id, file_key, content_type, size, width, height, created_at)
         values ($1, $2, 'image/png', $3, $4, $5, $6)
         on conflict (company_id, file_key) do update set size = excluded.size, width = excluded.width, height = excluded.height`,
        [office.companyId, key, (await stat(path)).size, pixels?.width, pixels?.height, new Date(nowMs)],
      )
      // Of a plan that was redrawn since the last start the former sizes go.
      for (const sized of sizedKeys(key)) await files.delete(sized)
      await files.put(key, path, 'image/png')
    }
  }
}

const demoLogins = [
  'service-admin',
  'contract-admin',
  'base-admin',
  'leader',
  'subleader',
  'worker',
  'other-contract-admin',
  'other-base-admin',
  newSite.baseAdmin.login,
] as const

const findAccounts = async (pool: Pool): Promise<DemoAccount[]> => {
  const { rows } = await pool.query<{
    username: string
    role: keyof typeof roleNames
    full_name: string
    company: string | null
    office: string | null
  }>(
    `select u.login_id as username, u.role, u.full_name, c.name as company, o.name as office
       from app_user u
       left join company c on c.company_id = u.company_id and c.company_id <> ${providerId}
       left join office o on o.company_id = u.company_id and o.office_id = u.office_id
      where u.login_id = any($1::text[]) and u.deleted_at is null
      order by array_position($1::text[], u.login_id)`,
    [[...demoLogins]],
  )
  return rows.map(({ username, role, full_name, company, office }) => ({
    username,
    password: demoPassword,
    role: roleNames[role],
    fullName: full_name,
    companyName: company,
    officeName: office,
  }))
}

/** The key that an earlier start noted where it is still good, else a new one. */
const keyFor = async (
  stores: Stores,
  office: OfficeKey,
  nowMs: number,
  noted: string | undefined,
  keyName?: string,
  isTrial?: boolean,
): Promise<string> => {
  const { pool } = stores
  return noted !== undefined && (await isLive({ pool, clock: () => new Date(nowMs) }, noted, office.officeId))
    ? noted
    : issueKey(pool, office, keyName, isTrial)
}

/** The keys of the first site that send what is wrong or a trial, and one that sends no more. */
const ensureFurtherKeys = async (
  stores: Stores,
  office: OfficeKey,
  nowMs: number,
  noted: FurtherKeys | undefined,
): Promise<FurtherKeys> => {
  const faulty = await keyFor(stores, office, nowMs, noted?.faulty, furtherKeyNames.faulty)
  const trial = await keyFor(stores, office, nowMs, noted?.trial, furtherKeyNames.trial, true)
  if (noted === undefined) await silenceSender(stores.pool, office, await issueKey(stores.pool, office, furtherKeyNames.silent), nowMs)
  return { faulty, trial }
}

/**
 * Fills an empty database with the demo's customers, straight into the tables. A database that has them already is left
 * alone; its sites' keys come from `demo.json`, and a new one is issued where that is gone or the key was revoked.
 */
export const seedDemo = async (stores: Stores, { dataDir, nowMs }: { dataDir: string; nowMs: number }): Promise<DemoSeed> => {
  const { pool } = stores
  if ((await findOffice(pool, shinonome)) === undefined) {
    const passwordHash = await hashPassword(demoPassword)
    await inTransaction(pool, (client) => seedAll(client, passwordHash, nowMs))
  }
  await storePlans(stores, nowMs)
  const noted = await readDemoFile(dataDir)
  const sites: DemoSite[] = []
  for (const { plan, crew } of crews()) {
    const office = await findOffice(pool, plan)
    // Somebody may have deleted a site since; the demo then continues without it.
    if (office === undefined) continue
    const { officeId } = office
    const before = noted?.sites.find((site) => site.officeId === officeId)?.ingestKey
    const ingestKey = await keyFor(stores, office, nowMs, before)
    sites.push({ ...office, name: plan.name, adminLogin: plan.baseAdmin.login, ingestKey, scenario: scenarioOf(plan, officeId, crew) })
  }
  const wallboard = sites[0] === undefined ? '' : await ensureWallboard(pool, sites[0], noted?.wallboard)
  const poster = sites[0] === undefined ? '' : await ensurePoster(pool, sites[0], noted?.poster)
  const begun = await findOffice(pool, newSite)
  const newSiteKey = begun === undefined ? null : await keyFor(stores, begun, nowMs, noted?.newSiteKey ?? undefined, newSite.keyName)
  const furtherKeys = sites[0] === undefined ? null : await ensureFurtherKeys(stores, sites[0], nowMs, noted?.furtherKeys ?? undefined)
  return { ingestKey: sites[0]?.ingestKey ?? '', newSiteKey, furtherKeys, wallboard, poster, accounts: await findAccounts(pool), sites }
}
