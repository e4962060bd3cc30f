import type { AlarmKind, BeltSettings, HeatRank, WorkerAssessment, WorkerSettings } from '@mimamori/heat'
import type { ReadingKind, WbgtSource } from '@mimamori/contract'
import type { MessageTrace } from './traces/trace-message.ts'

/** What a device says of an alarm at a reading: its kind, or that there is none. */
export type AlarmWord = AlarmKind | 'none'

/** A reading as decoded: the message's fields, checked, absent ones null. `at`: by the device's own clock, epoch ms. */
export type DecodedReading = {
  readonly kind: ReadingKind
  readonly device: string
  readonly at: number
  readonly call: boolean
  /** Null where the reading says nothing of an alarm. */
  readonly alarm: AlarmWord | null
  readonly intervalMinutes: number | null
  readonly heartRate: number | null
  readonly wbgt: number | null
  readonly temperature: number | null
  readonly humidity: number | null
  readonly globe: number | null
  /** m/s; not kept with the stored reading. */
  readonly windSpeed: number | null
  /** W/m²; not kept with the stored reading. */
  readonly solarRadiation: number | null
  readonly hook: 0 | 1 | null
  /** Pascal. */
  readonly pressure: number | null
  readonly battery: number | null
  readonly slaveBattery: number | null
  readonly signal: number | null
  readonly waveLevel: number | null
  readonly gateway: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  /** Metres; not kept with the stored reading. */
  readonly accuracy: number | null
}

/** The values of a reading that brings none. */
export const noValues = {
  heartRate: null,
  wbgt: null,
  temperature: null,
  humidity: null,
  globe: null,
  windSpeed: null,
  solarRadiation: null,
  hook: null,
  pressure: null,
  battery: null,
  slaveBattery: null,
  signal: null,
  waveLevel: null,
  latitude: null,
  longitude: null,
  accuracy: null,
} as const satisfies Partial<DecodedReading>

/** A decoded reading with who sent it and when it came. `index` is its place in the sender's message. */
export type ReceivedReading = DecodedReading & {
  readonly companyId: number
  readonly officeId: number
  readonly receivedAt: number
  readonly index: number
  /** The trace of its message; left out where that is not recorded. */
  readonly trace?: MessageTrace
}

/** A reading with its device, its office, and the worker who wore the device at the time. `at`: corrected to a right clock, epoch ms. */
export type AttachedReading = ReceivedReading & {
  /** The reading as it was received, by which the sender is answered; with the device's own time, by which it is known. */
  readonly source: ReceivedReading
  /** The device's clock is or was wrong: its stored readings may be at another time than it says. */
  readonly wasClockWrong: boolean
  /** The time at which it was stored before its device's clock turned out to be wrong, epoch ms; null for a new one. */
  readonly movedFrom: number | null
  /**
   * The heart rate is stored though nobody wore the device at the reading's time: somebody wears it now, and its clock may be so wrong
   * that it is theirs.
   */
  readonly keepsHeartRate: boolean
  /** The WBGT was estimated of what the watcher measured instead. */
  readonly isEstimated: boolean
  readonly deviceId: number
  readonly linkedDeviceId: number | null
  readonly altitudeOffsetCm: number
  readonly gatewayId: number | null
  readonly wear: Wear | null
}

export type Wear = {
  readonly wearId: number
  readonly userId: number
  /** The wearer's office now; the device's readings belong to the office of the device. */
  readonly officeId: number
  readonly groupId: number | null
  readonly wornFrom: number
  readonly wornTo: number
  readonly settings: WorkerSettings
  /** The WBGT in °C from which the wearer's work counts as exposure to heat. */
  readonly exposureWbgt: number
  readonly beltSettings: BeltSettings
}

/** The office responsible for the wearer of the device: the wearer's own now; without a wearer the device's. */
export const officeOfWearer = ({ wear, officeId }: Pick<AttachedReading, 'wear' | 'officeId'>): number => wear?.officeId ?? officeId

/** Whether a reading calls somebody: by the call button, or by an alarm that its device judged itself. */
export const isCalling = ({ call, alarm }: Pick<DecodedReading, 'call' | 'alarm'>): boolean => call || (alarm !== null && alarm !== 'none')

/** True where a reading changes its device's own state. A worn vital tag is judged as its worker: its device's state is neither locked nor written. */
export const ownsState = ({ kind, wear }: Pick<AttachedReading, 'kind' | 'wear'>): boolean => kind !== 'vital' || wear === null

/** Whether a reading is judged as its worker's: a heart rate, or a press of the call button. */
export const concernsWorker = ({ kind, wear, call }: Pick<AttachedReading, 'kind' | 'wear' | 'call'>): boolean =>
  wear !== null && (kind === 'vital' || call)

/** The heat value a reading was judged with, and where it came from. */
export type UsedHeat = {
  readonly wbgt: number
  readonly source: WbgtSource
  readonly deviceId: number | null
  /** How near the source is to the worker: 0 the nearest. */
  readonly rank: HeatRank
  /** Of the air where the value was measured, °C. */
  readonly temperature: number | null
}

/** A reading with all that is stored beside it. */
export type AssessedReading = {
  readonly reading: AttachedReading
  readonly heat: UsedHeat | null
  readonly worker: WorkerAssessment | null
  /** Of a belt: centimetres above the reference; null where the height is unknown. */
  readonly altitudeCm: number | null
  /** Of a watcher: the heat level shown at this reading. */
  readonly heatLevel: number | null
}
