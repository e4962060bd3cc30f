import { z } from 'zod'
import { Day, Instant } from './wire.ts'

/** Announcements of the Ministry of the Environment and the Meteorological Agency, by gravity. They are no levels of ours. */
export const publicAlertLevels = ['alert', 'special'] as const
export type PublicAlertLevel = (typeof publicAlertLevels)[number]

/** 熱中症警戒アラート (`alert`) or 熱中症特別警戒アラート (`special`) for a day, as published. */
export const PublicAlert = z.object({
  /** The calendar day in Japan that it is for. */
  day: Day,
  level: z.enum(publicAlertLevels),
  /** The forecast area (府県予報区) of the station, by name; several where the station may lie in each of them. */
  area: z.string(),
  /** When it was announced, the latest time where it was announced again. */
  announcedAt: Instant,
})
export type PublicAlert = z.infer<typeof PublicAlert>
