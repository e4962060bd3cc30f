import type { Language } from '@mimamori/contract'
import type { CastRole, Exposure } from '@mimamori/simulator'

/** Metres to the right and up from a site's middle, along the axes of its buildings. */
export type Metres = readonly [right: number, up: number]

/** A drawn plan in the folder `plans`, and how many metres it is wide. */
export type PlanPicture = { readonly file: string; readonly metres: number }

/** How a plan lies on the ground: its top-left corner, and its upper and left edges. Of what is seen from the front the left edge is nothing. */
export type Ground = { readonly corner: Metres; readonly across: Metres; readonly down: Metres }

type PlannedPlace = { readonly locationName: string; readonly floor: string }

/** A map of a site: a drawing (1), the world map around a point (2), or a drawing that lies on the world map (3). */
export type MapPlan =
  | (PlannedPlace & { readonly type: 1 | 3; readonly picture: PlanPicture; readonly ground: Ground })
  | (PlannedPlace & { readonly type: 2; readonly middle: Metres })

/** The place of a device on a map: percent from the left and from the top. */
export type Spot = { readonly map: number; readonly x: number; readonly y: number }

/** A place that people work at, with the gateway that hears it. */
export type PlacePlan = Spot & {
  readonly name: string
  /** The watcher whose value holds here, by its number in the plan. */
  readonly watcher: number
  readonly heightMetres?: number
  /** 1 main device, 2 sub device. */
  readonly gatewayType: 1 | 2
  readonly gateway: string
  readonly silentFromMinutes?: number
}

export type WatcherPlan = Spot & {
  readonly serial: string
  readonly name: string
  readonly exposure: Exposure
  /** It gives no WBGT, which is estimated. */
  readonly isDry?: boolean
}
export type BarometerPlan = Spot & {
  readonly serial: string
  readonly name: string
  readonly place: string
  readonly silentFromMinutes?: number
}

/** Somebody whom the plan knows by name. */
export type NamedPerson = {
  readonly name: readonly [fullName: string, furigana: string]
  readonly age: number
  readonly home?: string
  readonly gender?: 1 | 2
  /** In which they read their own pages; Japanese where none is given. */
  readonly language?: Language
  /** They have not been asked for their consent yet; everybody else gave theirs on paper. */
  readonly consent?: 'due'
  /** A demo account; the others sign in with a running number. */
  readonly login?: string
  readonly post?: 'leader' | 'subLeader'
  /** Own metabolic class, where it is not the group's. */
  readonly metabolicClass?: number
  readonly newcomer?: true
  /** Back from leave since its readings began: not used to the heat any more. */
  readonly returns?: true
  readonly cast?: CastRole
  readonly castDaysAgo?: number
  readonly shift?: 'night'
  readonly barometer?: string
}

export type GroupPlan = {
  readonly name: string
  /** The subcontractor its people come from. */
  readonly affiliation: string
  readonly size: number
  /** Where people without a fixed place work, one after the other. */
  readonly homes: readonly string[]
  readonly others?: readonly string[]
  /** What the site holds the group to; the site's own class where none is given. */
  readonly metabolicClass?: number
  /** What the work really asks, as a metabolic class. */
  readonly effort: number
  readonly belts?: true
  readonly named: readonly NamedPerson[]
}

export type SitePlan = {
  readonly companyCode: string
  readonly baseCode: string
  readonly name: string
  readonly latitude: number
  readonly longitude: number
  /** By how many degrees the axes of its buildings are turned clockwise from north. */
  readonly turn: number
  readonly emergencyPhone: string
  readonly hospital: readonly [name: string, phone: string]
  /** What to tell the ambulance. */
  readonly address: string
  readonly publicStation: string
  /** The site's vital devices count on from here. */
  readonly firstVital: number
  readonly assemblyPlace: string
  readonly restPlace: string
  readonly maps: readonly MapPlan[]
  readonly watchers: readonly WatcherPlan[]
  readonly barometers: readonly BarometerPlan[]
  readonly places: readonly PlacePlan[]
  readonly groups: readonly GroupPlan[]
  readonly baseAdmin: { readonly login: string; readonly name: readonly [fullName: string, furigana: string] }
}

/** The working day of every demo site, on the shifted clock: it ends as people leave, so that laid-down devices raise no alarm. */
export const workingDay = { opensAt: '07:30', closesAt: '17:30' } as const

/** What to do about heat, as posted at each site (decisions/0004: leave work, cool, see a doctor, whom to call). */
export const procedures = [
  '1. 作業を止める（ひとりにしない）',
  '2. 涼しい場所へ移す（休憩所・空調車）',
  '3. 衣服をゆるめ、体を冷やす（首・わき・足の付け根）',
  '4. 水分と塩分をとらせる（自分で飲めないときは飲ませない）',
  '5. 反応がおかしい、飲めない、回復しないときは 119番',
  '6. 職長と拠点の緊急連絡先へ知らせる',
].join('\n')
