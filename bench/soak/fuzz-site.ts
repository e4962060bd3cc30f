import { admins, type Role, roles } from '@mimamori/contract'
import { permissionCases } from '../../apps/server/test/permissions/cases.ts'
import { makePlot, type Plot } from '../../apps/server/test/permissions/plot.ts'
import { signInAs } from '../../apps/server/src/shared/organisation/test-factories.ts'
import type { Context } from '../../apps/server/src/platform/context.ts'
import { handedOut } from './handed-out.ts'
import { pick, type Random } from './hostile-values.ts'
import { type Call, type Operation, spoilt } from './made-calls.ts'
import type { KnownValues } from './schema-values.ts'

type Headers = Readonly<Record<string, string>>

/** Who calls, by what they are to the product, and what they say of themselves. */
export type Callers = Readonly<Record<'admins' | 'everybody' | 'ingestKey' | 'connection' | 'wallboardLink', readonly Headers[]>> & {
  /** The people of each site by their roles. */
  readonly people: readonly Readonly<Record<Role, Headers>>[]
}

/** What forms ask of people, as they would answer. */
const answersOfForms: KnownValues = {
  fullname: ['山田　太郎'],
  furigana: ['ヤマダ　タロウ'],
  phonenumber: ['090-1234-5678'],
  email: ['a@example.com'],
  addresses: ['a@example.com'],
  oldpassword: ['Plot-1234'],
  password: ['Someone-1234'],
  newpassword: ['Someone-1234'],
  confirmpassword: ['Someone-1234'],
  confirmnewpassword: ['Someone-1234'],
  officename: ['現場'],
  companyname: ['会社'],
  groupname: ['班'],
  locationname: ['本館'],
  name: ['本館'],
  note: ['メモ'],
  serialnumber: ['123456', '654321', '000001'],
  gatewaytype: [1, 2],
  devicetype: [1, 2, 3],
  installationstatus: [0, 1],
  gender: [1, 2, 3],
  dateofbirth: ['1990-01-01'],
  metabolicclass: [0, 2, 4],
  time: ['07:00'],
  sendsat: ['07:00'],
  weekday: [1],
  latitude: [35.6],
  longitude: [139.7],
  outcome: ['rested', 'other'],
  statistic: ['max', 'mean'],
  version: [1],
}

const serialsOf = ({ device, belt, barometer, watcher, gateway }: Plot) =>
  [device, belt, barometer, watcher, gateway].map(({ serial }) => serial)

const ownedBy = async (plot: Plot) => ({
  alert: (await plot.newAlert()).alert_id,
  map: await plot.newMap(),
  picture: await plot.newPicture(),
  mail: await plot.newMail(),
  schedule: await plot.newSchedule(),
  job: await plot.newJob('HeadquartersAdmin'),
  file: await plot.newFileJob('HeadquartersAdmin'),
  link: (await plot.newLink()).linkId,
  key: (await plot.newKey()).keyId,
  connection: (await plot.newConnection()).connectionId,
  session: await plot.newSession('User'),
})

/** What fields of a name may well hold: numbers and names of these sites. */
const knownOf = async (plots: readonly Plot[]): Promise<KnownValues> => {
  const owned = await Promise.all(plots.map(ownedBy))
  const of = <Value>(read: (plot: Plot) => Value) => plots.map(read)
  const [offices, companies, groups] = [
    of(({ office }) => office.office_id),
    of(({ office }) => office.company_id),
    of(({ group }) => group.group_id),
  ]
  const people = plots.flatMap((plot) => Object.values(plot.people))
  const users = people.map(({ user_id }) => user_id)
  const serials = plots.flatMap(serialsOf)
  const [alerts, days, months] = [owned.map(({ alert }) => alert), ['2026-07-20', '2026-07-19'], ['2026-07', '2026-06']]
  return {
    ...answersOfForms,
    officeid: offices,
    'office.id': offices,
    companyid: companies,
    'company.id': companies,
    groupid: groups,
    'group.id': groups,
    'updatestatus.id': groups,
    userid: users,
    'userrole.id': users,
    'unlock.id': users,
    'session.id': users,
    'import.id': [...offices, ...companies],
    workers: users,
    leaderid: users,
    listmember: users,
    listsubleader: users,
    username: people.map(({ login_id }) => login_id),
    role: roles,
    id: [...alerts, ...offices, ...serials, ...owned.map(({ map }) => map)],
    ids: alerts,
    'alert.id': alerts,
    'connection.id': owned.map(({ connection }) => connection),
    'map.id': owned.map(({ map }) => map),
    'outboxmail.id': owned.map(({ mail }) => mail),
    'reportschedule.id': owned.map(({ schedule }) => schedule),
    jobid: owned.flatMap(({ job, file }) => [job, file]),
    key: owned.map(({ picture }) => picture),
    imagekey: owned.map(({ picture }) => picture),
    mapimage: owned.map(({ picture }) => picture),
    linkid: owned.map(({ link }) => link),
    keyid: owned.map(({ key }) => key),
    sessionid: owned.map(({ session }) => session),
    address: ['a@example.com'],
    type: [0, 1, 2, 3, '1'],
    device: serials,
    'device.id': serials,
    'gateway.id': serials,
    'heatindexwatcher.id': serials,
    'referencebarometer.id': serials,
    '{type}.id': serials,
    dayoffset: [0, -1, -2, -3],
    from: days,
    to: days,
    at: ['2026-07-20T12:00:00+09:00', new Date().toISOString()],
    requestdate: [...days, ...months],
    month: months,
    period: [1, 2],
    reporttype: [1, 2, 3, 4, 5],
    sortkey: ['fullName', 'startedAt', 'officeName', 'serial'],
    sortorder: ['asc', 'desc'],
    kind: ['vital', 'belt', 'heat', 'barometer', 'condition'],
    format: ['csv', 'pdf'],
    limit: [1, 20, 1_000],
    offset: [0, 1, 100],
  }
}

/** A good call, and who makes it: somebody of the site that it is about. */
export type GoodCall = { readonly call: Call; readonly plot: number; readonly role: Role }

/** A good request about a site, as the tests of permissions make it; undefined where the site has lost what it needs. */
const callInputOf = async (context: Context, { method, path }: Operation, plot: Plot, role: Role) => {
  const name = `${method} ${path}`
  const entry = permissionCases[name.replaceAll(/\{(\w+)\}/g, ':$1')]
  const input = await entry?.ask(plot, role)
  const { company_id: companyId, user_id: userId } = plot.people[role]
  return input && { ...input, ...(await handedOut[name]?.(context, { companyId, userId })) }
}

const goodCall = async (context: Context, random: Random, plots: readonly Plot[], operation: Operation): Promise<GoodCall | undefined> => {
  const plot = pick(random, [...plots.keys()])
  // What only administrators of the service may do is to be done as well.
  const role = random() < 0.4 ? 'AdminUnitService' : pick(random, admins)
  const input = await callInputOf(context, operation, pick(random, plots.slice(plot, plot + 1)), role)
  if (input === undefined) return undefined
  const { url, payload, headers = {} } = input
  const { method } = operation
  if (payload === undefined || Buffer.isBuffer(payload)) return { plot, role, call: { method, url, headers, body: payload } }
  const body = JSON.stringify(spoilt(random, payload))
  return { plot, role, call: { method, url, headers: { ...headers, 'content-type': 'application/json' }, body } }
}

export type FuzzSite = {
  readonly known: KnownValues
  /** Signs people in again who lose their sessions by their calls. */
  readonly callers: () => Promise<Callers>
  readonly goodCall: (random: Random, operation: Operation) => Promise<GoodCall | undefined>
}

/** Two companies with one of everything. */
export const makeFuzzSite = async (context: Context, round: number): Promise<FuzzSite> => {
  const plots = [await makePlot(context, `ONE${round}`), await makePlot(context, `TWO${round}`)]
  const signIn = async ({ people }: Plot) =>
    Object.fromEntries(
      await Promise.all(
        roles.map(async (role): Promise<[Role, Headers]> => [role, (await signInAs(context, people[role].user_id)).headers]),
      ),
    ) as Record<Role, Headers>
  const [ingestKey, wallboardLink] = [plots.map(({ key }) => ({ authorization: key.bearer })), plots.map(({ link }) => link.headers)]
  const connection = plots.flatMap(({ connections }) => Object.values(connections).map(({ bearer }) => ({ authorization: bearer })))
  return {
    known: await knownOf(plots),
    callers: async () => {
      const people = await Promise.all(plots.map(signIn))
      return {
        people,
        admins: people.flatMap((of) => admins.map((role) => of[role])),
        everybody: [
          ...people.flatMap((of) => roles.map((role) => of[role])),
          ...ingestKey,
          ...connection,
          ...wallboardLink,
          { authorization: 'Bearer a.b.c' },
          {},
        ],
        ingestKey,
        connection,
        wallboardLink,
      }
    },
    goodCall: (random, operation) => goodCall(context, random, plots, operation).catch(() => undefined),
  }
}
