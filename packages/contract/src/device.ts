import { z } from 'zod'
import { DeviceWarnings } from './device-warning.ts'
import { endpoint } from './endpoint.ts'
import { deviceTypeNames } from './kbn.ts'
import { admins } from './role.ts'
import { bySerial, changeOfDevice, deviceList, exchangeOf, heard, linkOf, placeOfDevice, Serial } from './site-device.ts'
import { Instant, listOf, Nothing, wireFlag, wireInteger, wireText } from './wire.ts'
import { hiddenFromKeys, vital } from './read-scope.ts'

/** A vital device or belt with who wears it now: 1 and 3 body device, 2 safety belt. `id` is its serial. */
export const Device = z.object({
  id: z.string(),
  serialNumber: z.string(),
  deviceType: z.string(),
  deviceTypeValue: z.string(),
  ...placeOfDevice,
  userId: z.number().int().nullable(),
  /** The wearer's login id, which no machine needs. */
  userName: hiddenFromKeys(z.string().nullable()),
  fullName: z.string().nullable(),
  ...heard,
  bateryLevel: z.number().int().nullable(),
  /** The last heart rate, only while somebody wears the device whose condition is watched, and only while it is current. */
  heartRate: vital(z.number().int().nullable()),
  /** Belts: the barometer their height is measured against. */
  referenceBarometerId: z.string().nullable(),
  /** What somebody should look at; it changes no level. */
  warnings: vital(DeviceWarnings),
})
export type Device = z.infer<typeof Device>

export const DeviceType = wireText
  .pipe(z.string().min(1))
  .pipe(z.string().refine((type) => Object.hasOwn(deviceTypeNames, type), { params: { rule: 'choice' } }))

/** The serial's own rule by type: type 1 a number from 0 to 32767, type 3 at least one digit. */
export const checkSerialOfType = (
  { serialNumber, deviceType }: { serialNumber: string; deviceType: string },
  context: z.RefinementCtx,
): void => {
  if (deviceType === '1' && !(/^\d+$/.test(serialNumber) && Number(serialNumber) <= 32_767))
    context.addIssue({ code: 'custom', path: ['serialNumber'], params: { rule: 'serialType1' } })
  if (deviceType === '3' && !/\d/.test(serialNumber))
    context.addIssue({ code: 'custom', path: ['serialNumber'], params: { rule: 'serialType3' } })
}

const draft = { officeId: wireInteger(1), serialNumber: Serial(16), deviceType: DeviceType }
export const DeviceDraft = z.object(draft).superRefine(checkSerialOfType)
/** The columns of a file in order, each with what its cells take. */
export const deviceFile = {
  deviceType: `必須・${Object.entries(deviceTypeNames)
    .map(([code, word]) => `${code} ${word}`)
    .join(' ')}`,
  serialNumber: '必須・16文字まで',
} as const satisfies Partial<Record<keyof z.output<typeof DeviceDraft>, string>>

/** What else a file says of one: the reference barometer that a belt is linked to. */
export const deviceLinkFile = { referenceBarometerId: '安全帯だけ・気圧基準器のID' } as const satisfies Partial<
  Record<keyof Device, string>
>

/** What a form sends to change one: another office moves it, another type makes it another kind of device. */
export const DeviceChange = z
  .object({
    ...changeOfDevice,
    ...draft,
    /** The type it has now, where it gets another; otherwise it is found as what `deviceType` says. */
    fromDeviceType: DeviceType.optional(),
  })
  .superRefine(checkSerialOfType)

export const DeviceRegistration = z.object({
  serialNumber: z.string(),
  /** The place of the gateway that last received the device. */
  locationName: z.string().nullable(),
  userName: z.string().nullable(),
  fullName: z.string().nullable(),
  referenceBarometerId: z.string().nullable(),
})
export type DeviceRegistration = z.infer<typeof DeviceRegistration>

/** A device of a site that another site of the company received last within a day, with the key of that one. */
export const HeardElsewhere = z.object({
  serialNumber: z.string(),
  officeId: z.number().int(),
  officeName: z.string(),
  receivingOfficeId: z.number().int(),
  receivingOfficeName: z.string(),
  /** When it was received there last. */
  lastAt: Instant,
})
export type HeardElsewhere = z.infer<typeof HeardElsewhere>

export const deviceSortKeys = [
  'serialNumber',
  'deviceType',
  'deviceTypeValue',
  'officeId',
  'officeName',
  'userId',
  'userName',
  'fullName',
  'elapsedTime',
  'bateryLevel',
] as const

const path = '/api/Device'
const byTypedSerial = {
  params: bySerial.params,
  query: z.object({ officeId: wireInteger(1).optional(), deviceType: DeviceType.optional() }),
}
const filters = {
  /** One type or several, by commas. */
  deviceType: z.string().optional(),
}

export const device = {
  list: endpoint({
    method: 'GET',
    path,
    permission: admins,
    readBy: 'devices',
    summary: '拠点の体調デバイスと安全帯。いま着けている人を含む。freeFirst=1 を添えると、だれも着けていないものが先。',
    query: z.object({ ...deviceList, ...filters, freeFirst: wireFlag.optional() }),
    answer: listOf(Device),
  }),
  ...exchangeOf(path, '体調デバイス', filters),
  heardElsewhere: endpoint({
    method: 'GET',
    path: `${path}/HeardElsewhere`,
    permission: admins,
    summary:
      '24時間以内に、同じ会社のほかの拠点で受信した体調デバイスと安全帯。機器の拠点と受信した拠点の両方に見える。新しいものが先、50件まで。',
    query: z.object({ officeId: wireInteger(1).optional() }),
    answer: listOf(HeardElsewhere),
  }),
  registration: endpoint({
    method: 'GET',
    path: `${path}/DeviceRegistration`,
    permission: admins,
    summary: '気圧基準器につなげる機器と、いまのつながり。つながっているものが先。',
    query: z.object({ ...deviceList, referenceBarometerId: z.string().optional(), deviceType: z.string().optional() }),
    answer: listOf(DeviceRegistration),
  }),
  register: endpoint({
    method: 'POST',
    path: `${path}/DeviceRegistration`,
    permission: admins,
    summary:
      '気圧基準器につながる機器を、送った組に置き換える。ほかの気圧基準器につながっているものは断る。クエリか本文で送り、両方にあればクエリが先。',
    ...linkOf('referenceID', 'deviceIDs'),
    answer: Nothing,
  }),
  one: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    permission: admins,
    readBy: 'devices',
    summary: '体調デバイスまたは安全帯。',
    ...byTypedSerial,
    answer: Device,
  }),
  create: endpoint({
    method: 'POST',
    path,
    permission: admins,
    once: true,
    summary: '体調デバイスまたは安全帯を登録する。',
    body: DeviceDraft,
    answer: Device,
  }),
  update: endpoint({
    method: 'PUT',
    path,
    permission: admins,
    summary:
      '体調デバイスまたは安全帯の拠点か種別を変える。シリアル番号は変えられない。拠点を移すとき、体調デバイスと安全帯の間で変えるときは、着けている人と基準器とのつながりが外れる。',
    body: DeviceChange,
    answer: Device,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    permission: admins,
    summary: '体調デバイスまたは安全帯を削除する。測定値は残る。',
    ...byTypedSerial,
    answer: Nothing,
  }),
}

/** A terminal's height against its barometer, as the shift's start needs it. */
export const TerminalHeight = z.object({
  serialNumber: z.string(),
  userName: z.string().nullable(),
  fullName: z.string().nullable(),
  /** cm above the barometer; null where one of the two has not been heard for 15 minutes (高度不明). */
  altitude: z.number().nullable(),
  measuredAt: Instant.nullable(),
  offset: z.number(),
  zeroedAt: Instant.nullable(),
  /** ± cm that the pressure sensors allow: 25 after zeroing beside the reference, 100 without (decisions/0004). */
  accuracy: z.number(),
})
export type TerminalHeight = z.infer<typeof TerminalHeight>
