import type { Reading, Role } from '@mimamori/contract'
import {
  makeCompany,
  makeDevice,
  makeGroup,
  makeIngestKey,
  makeOffice,
  makeUser,
  makeWear,
} from '../apps/server/src/shared/organisation/test-factories.ts'
import type { Product } from './product.ts'

/** Somebody who can sign in. */
export type Account = { readonly userId: number; readonly loginId: string; readonly fullName: string }
/** Somebody who wears a vital tag. */
export type Wearer = { readonly userId: number; readonly fullName: string; readonly serial: string }
export type Office = { readonly officeId: number; readonly name: string; readonly post: (readings: readonly Reading[]) => Promise<void> }

const minute = 60_000
/** An instant so many minutes ago, as a sender writes it. */
export const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * minute).toISOString()

/** The place whose name the readings of `vital` carry. */
export const place = '東側 外部足場 3段目'
const gateway = 'GW-01'
const watcher = '000123'

/** A minute's reading of somebody, well unless said otherwise. */
export const vital = ({ serial }: Wearer, values: Partial<Extract<Reading, { kind: 'vital' }>> = {}): Reading => ({
  kind: 'vital',
  device: serial,
  at: minutesAgo(0),
  heartRate: 82,
  battery: 4,
  signal: 3,
  gateway,
  call: false,
  interval: 1,
  ...values,
})

/** Two readings of a heart above its limits for more than four minutes: 最大心拍 180 of a forty-year-old. */
export const racing = (wearer: Wearer): Reading[] => [
  vital(wearer, { at: minutesAgo(4.2), heartRate: 190 }),
  vital(wearer, { heartRate: 190 }),
]

/** A reading of the site's heat-index watcher. */
export const heat = (wbgt: number): Reading => ({ kind: 'heat', device: watcher, at: minutesAgo(0), wbgt, temperature: 31.5, humidity: 60 })

const post = async (url: string, bearer: string, readings: readonly Reading[]) => {
  const answer = await fetch(`${url}/api/ingest`, {
    method: 'POST',
    headers: { authorization: bearer, 'content-type': 'application/json' },
    body: JSON.stringify({ readings }),
  })
  const answerBody = (await answer.json()) as { accepted: number }
  if (!answer.ok || answerBody.accepted !== readings.length) throw new Error(`the readings were not taken: ${JSON.stringify(answerBody)}`)
}

// The limits follow the age, and this one stays the same all year.
const forty = `${new Date().getFullYear() - 40}-01-01`

let made = 0

/**
 * A company with two sites and somebody of each role at the first: a customer nobody else's test touches. The leader,
 * the sub-leader and the worker are of the first group; everybody who is watched wears a tag.
 */
export const makeSite = async ({ url, db, passwordHash }: Product) => {
  made += 1
  const own = `${process.pid}-${made}`
  const { company_id, name: companyName } = await makeCompany(db, { code: `C-${own}`, name: `青葉建設 ${own}` })

  const office = async (name: string): Promise<Office> => {
    const { office_id } = await makeOffice(db, { company_id, name, base_code: name })
    await makeDevice(db, 'gateway', office_id, { serial: gateway, location_name: place })
    await makeDevice(db, 'heat', office_id, { serial: watcher, location_name: '屋上' })
    const key = await makeIngestKey(db, office_id)
    return { officeId: office_id, name, post: (readings) => post(url, key.bearer, readings) }
  }
  const here = await office(`晴海A棟 ${own}`)
  const elsewhere = await office(`豊洲B棟 ${own}`)
  const first = await makeGroup(db, { office_id: here.officeId, name: '鉄骨1班' })
  const second = await makeGroup(db, { office_id: here.officeId, name: '鉄骨2班' })

  const account = async (role: Role, fullName: string, values: Parameters<typeof makeUser>[3] = {}): Promise<Account> => {
    const loginId = `${role.toLowerCase()}-${own}`
    const user = await makeUser(
      db,
      role,
      { company_id, office_id: here.officeId, group_id: first.group_id },
      {
        login_id: loginId,
        password_hash: passwordHash,
        full_name: fullName,
        date_of_birth: forty,
        ...values,
      },
    )
    return { userId: user.user_id, loginId, fullName }
  }
  const wearing = async <Person extends { userId: number }>(person: Person, { officeId }: Office, serial: string) => {
    const device = await makeDevice(db, 'vital', officeId, { serial })
    await makeWear(db, person.userId, device.device_id)
    return { ...person, serial }
  }
  const worker = async (fullName: string, at: Office, groupId: number | null, serial: string): Promise<Wearer> => {
    const user = await makeUser(
      db,
      'User',
      { company_id, office_id: at.officeId, group_id: groupId },
      { full_name: fullName, date_of_birth: forty },
    )
    return wearing({ userId: user.user_id, fullName }, at, serial)
  }

  return {
    company: { companyId: company_id, name: companyName },
    here,
    elsewhere,
    accounts: {
      AdminUnitService: await account('AdminUnitService', '見守　統'),
      AdminUnitContract: await account('AdminUnitContract', '契約　明'),
      HeadquartersAdmin: await account('HeadquartersAdmin', '現場　守'),
      GroupLeader: await wearing(await account('GroupLeader', '田中　誠', { phone_number: '090-0000-0001' }), here, '101'),
      GroupSubLeader: await wearing(await account('GroupSubLeader', '中村　剛'), here, '102'),
      User: await wearing(await account('User', '佐々木　隆'), here, '103'),
    } satisfies Record<Role, Account>,
    /** A worker of the second group of the same site. */
    neighbour: await worker('鈴木　健', here, second.group_id, '201'),
    /** A worker of the company's other site. */
    distant: await worker('高橋　実', elsewhere, null, '301'),
    groups: { first: first.group_id, second: second.group_id },
  }
}
export type Site = Awaited<ReturnType<typeof makeSite>>

/** The day as people know it: levels, heat, an older value that stopped coming, and somebody who never sent. */
export const fillSite = async ({ here, elsewhere, accounts, neighbour, distant }: Site): Promise<void> => {
  await here.post([
    heat(29.4),
    vital(accounts.User, { at: minutesAgo(3) }),
    vital(accounts.User),
    vital(accounts.GroupLeader, { heartRate: 95, battery: 1 }),
    ...racing(neighbour),
  ])
  await elsewhere.post([vital(distant, { at: minutesAgo(90), heartRate: 190 }), vital(distant, { at: minutesAgo(85.8), heartRate: 190 })])
}

/** So many more workers at a site, each with a reading of just now. */
export const makeCrowd = async ({ pool }: Product, { here, groups }: Site, count: number): Promise<void> => {
  const { rows } = await pool.query<{ full_name: string; serial: string }>(
    `with place as (select o.company_id, o.office_id from office o where o.office_id = $1),
     claimed as (
       insert into login (login_key, company_id)
       select 'crowd-' || p.office_id || '-' || n, p.company_id from place p, generate_series(1, $3) n),
     people as (
       insert into app_user (login_id, role, company_id, office_id, group_id, group_role, full_name, furigana, date_of_birth)
       select 'crowd-' || p.office_id || '-' || n, 'User', p.company_id, p.office_id, $2, 3,
              '作業　' || lpad(n::text, 4, '0'), 'サギョウ　' || lpad(n::text, 4, '0'), date '1970-01-01' + n * 12
         from place p, generate_series(1, $3) n
       returning company_id, user_id, full_name),
     tags as (
       insert into device (company_id, office_id, kind, serial)
       select p.company_id, p.office_id, 'vital', 'crowd-' || lpad(n::text, 4, '0') from place p, generate_series(1, $3) n
       returning device_id, serial),
     worn as (
       insert into wear (company_id, user_id, device_id, slot, worn_from)
       select u.company_id, u.user_id, t.device_id, 'vital', '2020-01-01' from people u join tags t on right(t.serial, 4) = right(u.full_name, 4))
     select u.full_name, t.serial from people u join tags t on right(t.serial, 4) = right(u.full_name, 4)`,
    [here.officeId, groups.second, count],
  )
  await here.post(rows.map(({ full_name, serial }, n) => vital({ userId: 0, fullName: full_name, serial }, { heartRate: 70 + (n % 40) })))
}
