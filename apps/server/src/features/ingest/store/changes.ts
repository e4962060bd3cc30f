import type { Change } from '../../../shared/announcements/announce.ts'
import type { Assessment } from '../model.ts'

/** The people whose condition and the devices whose state a batch changed, by site. Episodes are announced where they are written. */
export const changesOf = (companyId: number, { readings, workers, rejudged }: Assessment): Change[] => {
  const wearers = new Set(readings.map(({ reading }) => reading.wear?.userId))
  const others = [...rejudged].filter(([userId]) => !wearers.has(userId))
  const changes = [...Map.groupBy(readings, ({ reading }) => reading.officeId)].map(([officeId, own]) => {
    const userIds = new Set(
      own.flatMap(({ reading }) => (reading.wear !== null && workers.has(reading.wear.userId) ? [reading.wear.userId] : [])),
    )
    const deviceIds = new Set(own.flatMap(({ reading }) => (reading.kind === 'vital' ? [] : [reading.deviceId])))
    return { companyId, officeId, userIds: [...userIds], deviceIds: [...deviceIds] }
  })
  const ofOthers = others.flatMap(([userId, { stored }]) =>
    stored.slice(-1).map(({ reading }) => ({ companyId, officeId: reading.officeId, userIds: [userId], deviceIds: [] })),
  )
  return [...changes, ...ofOthers]
}
