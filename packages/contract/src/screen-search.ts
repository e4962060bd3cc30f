import { z } from 'zod'
import { alertKinds, handlings } from './alert.ts'
import { mailStates } from './alert-record.ts'
import { apiTokenStates } from './api-token.ts'
import { auditParts } from './audit-log.ts'
import { channelTypes } from './channel-fields.ts'
import { readDay } from './day.ts'
import { DeviceType } from './device.ts'
import { GatewayType } from './gateway.ts'
import { logbookUnits } from './logbook.ts'
import { channelStates, deliveryStates } from './notification-channel.ts'
import { archivedFilters } from './office.ts'
import { planSearch, proposedHeat } from './plan-search.ts'
import { ReportDate, reportSearch } from './report-search.ts'
import { workerRoles } from './role.ts'
import type { ScreenName } from './screens.ts'
import { handoutSearch } from './wear.ts'
import { Day, Month, wireFlag, wireInteger } from './wire.ts'

/** A day or a time as other systems link to it. What begins like a date must be one of the calendar. */
const WrittenTime = z.coerce.string().refine((text) => {
  const date = /^\d{4}[-/]\d{1,2}[-/]\d{1,2}/.exec(text)?.[0]
  return date === undefined || Day.safeParse(readDay(date)).success
})

/** What of an address is meant as a date: where it is none, the screen says so and leaves it out. */
export const dateSchemas: ReadonlySet<z.ZodType> = new Set<z.ZodType>([Day, Month, WrittenTime, ReportDate])

export const conditionFilters = z.object({
  officeId: wireInteger(1),
  groupId: wireInteger(1),
  /** Off means: show those without data too. */
  healthData: wireFlag,
  rows: z.enum(['100', '500', '1000']),
})

const beltFilters = z.object({ officeId: wireInteger(1), groupId: wireInteger(1), situation: z.enum(['0', '1']) })

const oneDuty = z.object({ officeId: wireInteger(1), groupId: wireInteger(1) })

/** `week`: a day of the week that is shown; `edit`: it is being planned. */
const rotaWeek = z.object({ officeId: wireInteger(1), week: Day, edit: z.enum(['1']) })

const siteDays = z.object({ officeId: wireInteger(1), from: Day, to: Day })

/** `id`: the channel that is shown beside the list. */
const channelFilters = z.object({
  companyId: wireInteger(1),
  officeId: wireInteger(1),
  type: z.enum(channelTypes),
  state: z.enum(channelStates),
  id: z.coerce.string(),
})

/** `officeId` comes along from the other screens of 接続. */
const apiTokenFilters = z.object({ companyId: wireInteger(1), officeId: wireInteger(1), state: z.enum(apiTokenStates) })

const deliveryFilters = z.object({ state: z.enum(deliveryStates), from: Day, to: Day })

/** Whose condition, which day (0 today to 2, or a date), from which hour; or the alert that leads there. */
export const conditionOf = z.object({
  UserId: wireInteger(1),
  OfficeName: z.string(),
  GroupName: z.string(),
  day: WrittenTime,
  hour: wireInteger(0, 23),
  timeAlert: WrittenTime,
  dayAlert: WrittenTime,
})

export const alertFilters = z.object({
  companyId: wireInteger(1),
  officeId: wireInteger(1),
  groupId: wireInteger(1),
  kind: z.enum(alertKinds),
  handling: z.enum(handlings),
  /** Off: what people have to see to, or what lasts. On: the past too, over a period. */
  allTime: wireFlag,
  /** The last so many days; 'chosen' those from `from` to `to`. */
  period: z.enum(['7', '30', '90', '365', 'all', 'chosen']),
  from: Day,
  to: Day,
  /** Drills (訓練) instead of real alerts. */
  drill: wireFlag,
})

const deviceChoice = z.object({
  companyId: wireInteger(1),
  officeId: wireInteger(1),
  smartSafetyBeltId: z.coerce.string(),
  referenceBarometerId: z.coerce.string(),
})

const oneSite = z.object({ OfficeId: wireInteger(1) })
const oneOffice = z.object({ officeId: wireInteger(1) })
/** The site that a form is asked for, in the spelling of the customer's own links; `OfficeCode` is its base code. */
export const officeSearch = z.object({ OfficeId: wireInteger(1), OfficeValue: z.string(), OfficeCode: z.string() })
/** The form of a new device, and its number where it sends already. */
export const newDeviceSearch = officeSearch.extend({ SerialNumber: z.coerce.string() })
/** `isDeleted` 1: those who were deleted. */
const people = z.object({ companyId: wireInteger(1), fullName: z.string(), isDeleted: z.enum(['1']) })
const devices = z.object({ officeId: wireInteger(1), serialNumber: z.string() })

/** What a screen's address may hold beside the path. A list's page and order are not declared here: only the list itself writes them. */
export const screenSearch = {
  home: oneSite,
  firstSteps: oneSite,
  conditionList: conditionFilters,
  conditionDetail: conditionOf,
  beltList: beltFilters,
  deviceHandout: handoutSearch,
  /** `who`: the person who is being asked. */
  morningCheck: handoutSearch.pick({ officeId: true, groupId: true }).extend({ who: wireInteger(1) }),
  rest: handoutSearch.pick({ officeId: true, groupId: true }),
  plan: planSearch,
  duty: oneDuty,
  mapList: z.object({ companyId: wireInteger(1), officeId: wireInteger(1), groupId: wireInteger(1), locationName: z.string() }),
  mapSetting: oneSite,
  mapDetail: z.object({ groupId: wireInteger(1), device: z.coerce.string(), UserId: wireInteger(1) }),
  alertList: alertFilters,
  alertLoad: siteDays,
  companyList: z.object({ officeCode: z.string(), companyName: z.string() }),
  serviceAdminList: people,
  contractAdminList: people,
  officeList: z.object({ companyId: wireInteger(1), baseCode: z.string(), officeName: z.string(), archived: z.enum(archivedFilters) }),
  baseAdminList: people,
  baseAdminImport: officeSearch,
  workerList: z.object({ officeId: wireInteger(1), role: z.enum(workerRoles), fullName: z.string(), isDeleted: z.enum(['1']) }),
  workerCreate: officeSearch,
  workerImport: officeSearch,
  groupList: oneOffice,
  groupCreate: officeSearch,
  /** What the plan proposes to set. */
  groupEdit: proposedHeat,
  groupImport: officeSearch,
  heatWatcherList: devices,
  heatWatcherCreate: newDeviceSearch,
  heatWatcherEdit: officeSearch,
  heatWatcherImport: officeSearch,
  gatewayList: devices.extend({ gatewayType: GatewayType }),
  gatewayCreate: newDeviceSearch,
  gatewayEdit: officeSearch.extend({ type: z.string() }),
  gatewayImport: officeSearch,
  vitalDeviceList: devices.extend({ deviceType: z.string() }),
  vitalDeviceCreate: newDeviceSearch.extend({ DeviceType }),
  vitalDeviceEdit: officeSearch.extend({ DeviceType }),
  vitalDeviceImport: officeSearch,
  barometerList: devices,
  barometerCreate: newDeviceSearch,
  barometerEdit: officeSearch,
  barometerImport: officeSearch,
  deviceSetting: deviceChoice,
  wallboard: z.object({ OfficeId: wireInteger(1), Theme: z.enum(['light', 'dark']) }),
  wallboardLinks: oneSite,
  posterLinks: oneSite,
  report: reportSearch,
  safetySummary: z.object({ officeId: wireInteger(1), month: Month }),
  logbook: z.object({ officeId: wireInteger(1), device: z.coerce.string(), from: Day, to: Day, unit: z.enum(logbookUnits) }),
  reportScheduleList: oneOffice,
  drillList: oneOffice,
  ingestStatus: oneSite,
  connection: oneSite.extend({ id: z.coerce.string() }),
  apiToken: apiTokenFilters,
  auditLog: z.object({ from: Day, to: Day, userId: wireInteger(1), part: z.enum([...auditParts, 'all']), kind: z.string() }),
  companySetting: z.object({ companyId: wireInteger(1) }),
  identityProvider: z.object({ companyId: wireInteger(1) }),
  notificationChannel: channelFilters,
  dutyRota: rotaWeek,
  channelDeliveries: deliveryFilters,
  outboxMailList: z.object({ officeId: wireInteger(1), state: z.enum(mailStates), from: Day, to: Day }),
  officeSetting: z.object({ officeId: wireInteger(1), officeName: z.string(), proposed: z.string() }),
} as const satisfies Partial<Record<ScreenName, z.ZodObject>>
