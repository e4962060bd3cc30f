import { z } from 'zod'
import { dayMs } from './day.ts'
import { shortDate } from './time-words.ts'
import { Day, Instant } from './wire.ts'

/** Announcements of the Ministry of the Environment and the Meteorological Agency, by gravity. They are no levels of ours. */
export const publicAlertLevels = ['alert', 'special'] as const
export type PublicAlertLevel = (typeof publicAlertLevels)[number]

export const publicAlertNames = {
  alert: '熱中症警戒アラート',
  special: '熱中症特別警戒アラート',
} as const satisfies Record<PublicAlertLevel, string>

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

/** An alert of the record: when it was announced first, and when a later announcement withdrew it (null: never). */
export const AnnouncedAlert = PublicAlert.extend({ withdrawnAt: Instant.nullable() })
export type AnnouncedAlert = z.infer<typeof AnnouncedAlert>

/** A day as people speak of it: きょう 7月21日, あす 7月22日, else the date alone. */
export const publicAlertDay = (day: string, today: string): string => {
  const daysAhead = (Date.parse(day) - Date.parse(today)) / dayMs
  const word = daysAhead === 0 ? 'きょう ' : daysAhead === 1 ? 'あす ' : ''
  return `${word}${shortDate(day)}`
}

/** Who announced it and when: 環境省・気象庁 21日 17:00 発表. */
export const publicAlertSource = (announcedAt: string): string =>
  `環境省・気象庁 ${Number(announcedAt.slice(8, 10))}日 ${announcedAt.slice(11, 16)} 発表`
