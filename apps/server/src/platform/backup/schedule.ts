import { dayMs } from '@mimamori/contract/day'
import { japanDay, japanDayBefore } from '../japan-time.ts'
import type { BackupState } from './backup-runs.ts'

const hourMs = 3_600_000
const namePattern = /^mimamori-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/

/** What a backup that is made at an instant is called. */
export const nameOfBackup = (at: Date): string => `mimamori-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.backup`

/** When the backup of that name was made; undefined where the name is none of ours. */
export const timeOfBackup = (name: string): Date | undefined => {
  const parts = namePattern.exec(name)?.slice(1)
  if (parts === undefined) return undefined
  const [year, month, day, hour, minute, second] = parts
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/** The last time that the hour of the day began in Japan. */
const lastBegun = (hour: number, now: Date): Date => {
  const begins = (day: string) => new Date(Date.parse(`${day}T00:00:00+09:00`) + hour * hourMs)
  const today = begins(japanDay(now))
  return today <= now ? today : begins(japanDayBefore(now, 1))
}

/**
 * Whether a backup is to be made: none is whole since the hour began last, and the last failure is an hour ago.
 * @param hour of the day in Japan
 */
export const isBackupDue = ({ lastGood, lastBackup }: BackupState, hour: number, now: Date): boolean => {
  if (lastGood !== null && lastGood.startedAt >= lastBegun(hour, now)) return false
  const failedAt = lastBackup?.state === 'failed' ? lastBackup.endedAt : null
  return failedAt === null || now.getTime() - failedAt.getTime() >= hourMs
}

/** Whether the newest backup is to be checked: a week after the last check, or a day after one that failed. */
export const isCheckDue = ({ lastGood, lastCheck }: BackupState, now: Date): boolean => {
  if (lastGood === null) return false
  if (lastCheck === null) return true
  // Backups take more or less time from night to night.
  const everyMs = (lastCheck.state === 'failed' ? 1 : 7) * dayMs - hourMs
  return now.getTime() - lastCheck.startedAt.getTime() >= everyMs
}

const firstMonday = 4 * dayMs
const tokyoOffsetMs = 9 * hourMs
const weekOf = (at: Date) => Math.floor((at.getTime() + tokyoOffsetMs - firstMonday) / (7 * dayMs))

/**
 * The backups that need not be kept: not the newest, nor any of the last days, nor of the weeks before them the last of each.
 * What has a name of its own is none of ours.
 */
export const surplusBackups = (
  names: readonly string[],
  { days, weeks }: { readonly days: number; readonly weeks: number },
  now: Date,
): string[] => {
  const ours = names
    .flatMap((name) => {
      const at = timeOfBackup(name)
      return at === undefined ? [] : [{ name, at }]
    })
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
  const lastOfWeek = new Set([...Map.groupBy(ours, ({ at }) => weekOf(at)).values()].map(([newest]) => newest?.name))
  return ours.flatMap(({ name, at }, index) => {
    const ageMs = now.getTime() - at.getTime()
    const isKept = index === 0 || ageMs <= days * dayMs || (lastOfWeek.has(name) && ageMs <= (days + weeks * 7) * dayMs)
    return isKept ? [] : [name]
  })
}
