import { z } from 'zod'
import { RotaToday } from './duty-rota.ts'
import { endpoint } from './endpoint.ts'
import { PublicAlert } from './public-alert.ts'
import { roles } from './role.ts'
import { Instant, wireInteger } from './wire.ts'
import { hiddenFromKeys } from './read-scope.ts'

const level = z.number().int().min(0).max(3).nullable()

/** What a person at the site needs first, beside the people themselves: the heat and the silent devices. */
export const OfficeNow = z.object({
  officeId: z.number().int(),
  officeName: z.string(),
  companyName: z.string(),
  emergencyPhone: hiddenFromKeys(z.string().nullable()),
  hospitalName: z.string().nullable(),
  hospitalPhone: hiddenFromKeys(z.string().nullable()),
  procedures: hiddenFromKeys(z.string().nullable()),
  referenceWbgt: z.number(),
  workingHours: z.object({ opensAt: z.string(), closesAt: z.string() }),
  lastReceivedAt: Instant.nullable(),
  /** The highest value of the site's watchers today, and since its opening while work continues that began yesterday: one item a half hour that has data. */
  heatToday: z.array(z.object({ time: Instant, wbgtValue: z.number() })),
  /** The public forecast for the rest of the day, and up to the closing of work that continues past it, where the site has a station. */
  heatForecast: z.array(z.object({ time: Instant, wbgtValue: z.number() })),
  watchers: z.array(
    z.object({
      serialNumber: z.string(),
      locationName: z.string().nullable(),
      wbgtValue: z.number().nullable(),
      /** The value was estimated (推定) of temperature, humidity and globe. */
      isEstimated: z.boolean(),
      /** Over the limit that the level is judged by. */
      excess: z.number().nullable(),
      /** The lowest limit of the workers there, °C; the site's limit if nobody is there. */
      referenceWbgt: z.number(),
      alertLevel: level,
      at: Instant.nullable(),
      trend: z.array(z.number().nullable()),
    }),
  ),
  /**
   * The longest time in heat on end of anybody there now: minutes, where (null: not known), and how many people have at least 45 minutes. Null
   * where nobody is in heat.
   */
  longestInHeat: z.object({ minutes: z.number().int(), locationName: z.string().nullable(), people: z.number().int() }).nullable(),
  /** The site's rota; null where it is no step of the escalation. */
  rota: RotaToday.nullable(),
  /** Public heat alerts of the site's area for today and tomorrow, by calendar day; nothing where the site has no station. */
  publicAlerts: z.array(PublicAlert),
  publicWbgt: z.object({ station: z.string(), wbgtValue: z.number().nullable(), at: Instant.nullable() }).nullable(),
  silentDevices: z.array(
    z.object({
      kind: z.enum(['vital', 'belt', 'heat', 'gateway', 'barometer']),
      serialNumber: z.string(),
      name: z.string(),
      lastAt: Instant.nullable(),
      /** Silent; assigned to somebody and not heard within an hour of the site's opening; or never heard at all. */
      state: z.enum(['silent', 'unheard', 'never']),
    }),
  ),
})
export type OfficeNow = z.infer<typeof OfficeNow>

export const officeNow = {
  read: endpoint({
    method: 'GET',
    path: '/api/Office/:id/Now',
    permission: roles,
    readBy: 'condition',
    summary: '現場の暑さ、受信のない機器、連絡先と手順。',
    params: z.object({ id: wireInteger(1) }),
    answer: OfficeNow,
  }),
}
