/** Asks a running server; resolves to the JSON it answers, and rejects where it refuses. */
export type Ask = (path: string, body?: object) => Promise<unknown>

type Row = Readonly<Record<string, unknown>>
type Facts = Readonly<Record<string, unknown>>

/**
 * What a release said of its data through its own API, in the order of `readFacts`: companies, sites, groups, people, devices,
 * conditions, alerts with the history of some, settings, maps, mails, the audit log, minutes and reports.
 */
export type ReleaseFacts = Facts

const pick = (row: Row, fields: string): Row => Object.fromEntries(fields.split(' ').map((field) => [field, row[field] ?? null]))

const byText = (rows: readonly Row[]): Row[] => rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

const list = async (ask: Ask, path: string, fields: string): Promise<Row[]> => {
  const { data, count } = (await ask(`${path}${path.includes('?') ? '&' : '?'}limit=1000`)) as { data: Row[]; count: number }
  if (data.length !== count) throw new Error(`${path}: ${data.length} of ${count}`)
  return byText(data.map((row) => pick(row, fields)))
}

const named =
  'fullName furigana userName role phoneNumber email companyName officeName groupName workerCode gender dateOfBirth affiliation1'
const states = 'isLockedOut isDisabled hasPassword meditagId safetyBeltId'
const episode = 'id kind fullName baseName groupName alertLevel emergency heartRate excess wbgtValue wbgtMeasurementPoint locationName'
const course = 'startedAt endedAt handling handledBy outcome note'

const lists: Readonly<Record<string, readonly [path: string, fields: string]>> = {
  companies: ['/api/Company', 'companyId companyName officeCode'],
  sites: ['/api/Office', 'officeId baseCode officeName companyName opensAt closesAt emergencyPhone hospitalName hospitalPhone'],
  people: ['/api/UserRole', `userId ${named} ${states}`],
  devices: ['/api/Device', 'serialNumber deviceType officeName fullName lastAt'],
  gateways: ['/api/Gateway', 'serialNumber gatewayType officeName locationName mapId positionX positionY'],
  watchers: ['/api/HeatIndexWatcher', 'serialNumber officeName locationName wbgtValue mapId positionX positionY'],
  barometers: ['/api/ReferenceBarometer', 'id officeName locationName pressure latitude longitude'],
  conditions: ['/api/HealthCondition', 'userId fullName heartRate emergency emergencySince alertTime locationName'],
  alerts: ['/api/HealthCondition/Alert?allTime=1', `${episode} ${course}`],
  mails: ['/api/OutboxMail', 'id at subject state to officeName'],
}

const groups = async (ask: Ask): Promise<Row[]> => {
  const { data } = (await ask('/api/Group?limit=1000')) as { data: (Row & Record<'groupLeader' | 'listSubleader' | 'listMember', Row[]>)[] }
  const names = (people: readonly Row[]) => people.map(({ fullName }) => String(fullName)).toSorted((a, b) => (a < b ? -1 : 1))
  return byText(
    data.map((group) => ({
      ...pick(group, 'id groupCode groupName baseName'),
      leaders: names(group.groupLeader),
      subleaders: names(group.listSubleader),
      members: names(group.listMember),
    })),
  )
}

/** Only what somebody has set: what is in force without that may change with a release. */
const settings = async (ask: Ask, place: 'Company' | 'Office', ids: readonly unknown[]): Promise<Row> =>
  Object.fromEntries(
    await Promise.all(
      ids.map(async (id) => {
        const rows = (await ask(`/api/MasterSetting/${place}/${String(id)}`)) as Row[]
        const own = rows.filter(({ source }) => source === place.toLowerCase())
        return [String(id), byText(own.map((row) => pick(row, 'type key value')))]
      }),
    ),
  )

/** The course of the latest emergencies, dangers and closed alerts. 0.1.0 calls `event` what later releases call `kind`. */
const histories = async (ask: Ask, alerts: readonly Row[]): Promise<Row> => {
  const isTelling = ({ kind, alertLevel, handling }: Row) => kind === 'emergency' || alertLevel === 3 || handling === 'closed'
  const some = alerts.filter(isTelling).toSorted((a, b) => Number(b['id']) - Number(a['id']))
  const records = await Promise.all(
    some.slice(0, 12).map(async ({ id }) => {
      const { events } = (await ask(`/api/Alert/${String(id)}`)) as { events: Row[] }
      return [String(id), events.map(({ at, kind, event, level, by, note }) => ({ at, kind: kind ?? event, level, by, note }))] as const
    }),
  )
  return Object.fromEntries(records)
}

const maps = async (ask: Ask): Promise<Row[]> => {
  const rows = await list(
    ask,
    '/api/Map',
    'id floor locationName officeName type mapImage imageWidth imageHeight latitude longitude position',
  )
  const size = async (key: unknown) =>
    typeof key === 'string' ? ((await ask(`/api/Map/GetMapImageData?imageKey=${key}`)) as string).length : null
  return Promise.all(rows.map(async (row) => ({ ...row, pictureLength: await size(row['mapImage']) })))
}

/** The minutes of the last day of some people with an emergency or a danger, as the detail shows them. */
const minutes = async (ask: Ask, alerts: readonly Row[], people: readonly Row[]): Promise<Row> => {
  const endangered = new Set(alerts.filter(({ alertLevel }) => alertLevel === 3).map(({ fullName }) => fullName))
  const some = people.filter(({ fullName, role }) => endangered.has(fullName) && role !== 'AdminUnitBase').slice(0, 4)
  const days = await Promise.all(some.map(({ userId }) => ask(`/api/HealthCondition/${String(userId)}/0`) as Promise<{ listData: Row[] }>))
  return Object.fromEntries(
    days.map(({ listData }, index) => [
      some[index]?.['fullName'],
      listData.map(({ time, heartRate, wbgtValue }) => `${String(time)} ${String(heartRate)} ${String(wbgtValue)}`),
    ]),
  )
}

/** The highest heart rates of each hour of the day before, of some people of each site. */
const reports = async (ask: Ask, sites: readonly Row[], day: string): Promise<Row> => {
  const heartRates = { ReportType: 4, Period: 2, RequestDate: day }
  const tables = await Promise.all(
    sites.map(({ officeId }) => ask('/api/Report', { OfficeId: officeId, ...heartRates }) as Promise<{ dailyData: Row[] }>),
  )
  const some = tables.map(({ dailyData }) => dailyData.slice(0, 6).map((row) => pick(row, 'workerName groupName data')))
  return Object.fromEntries(sites.map(({ officeId }, index) => [String(officeId), some[index]]))
}

/**
 * Reads what a server says of its data, by the words that every release since 0.1.0 has.
 * @param ask as a service-unit administrator
 * @param at the server's present time
 */
export const readFacts = async (ask: Ask, at: Date): Promise<ReleaseFacts> => {
  const rows = Object.fromEntries(
    await Promise.all(Object.entries(lists).map(async ([name, [path, fields]]) => [name, await list(ask, path, fields)] as const)),
  ) as Record<string, Row[]>
  const { companies = [], sites = [], people = [], alerts = [] } = rows
  const day = new Date(at.getTime() + 9 * 3_600_000 - 86_400_000).toISOString().slice(0, 10)
  return {
    ...rows,
    groups: await groups(ask),
    histories: await histories(ask, alerts),
    companySettings: await settings(
      ask,
      'Company',
      companies.map(({ companyId }) => companyId),
    ),
    siteSettings: await settings(
      ask,
      'Office',
      sites.map(({ officeId }) => officeId),
    ),
    maps: await maps(ask),
    minutes: await minutes(ask, alerts, people),
    reports: await reports(ask, sites, day),
    log: (await list(ask, '/api/AuditLog', 'id at userName action resource personName')).filter(
      (entry) => new Date(String(entry['at'])) < at,
    ),
  }
}
