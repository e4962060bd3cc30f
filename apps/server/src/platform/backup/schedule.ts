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

/** Whether a file is a backup, or a part of one that is being written or was broken off. */
export const isPartOfBackup = (name: string): boolean => {
  const at = name.indexOf('.backup')
  return at >= 0 && timeOfBackup(name.slice(0, at + '.backup'.length)) !== undefined
}

/** The last time that the hour of the day began in Japan. */
const lastBegun = (hour: number, now: Date): Date => {
  const begins = (day: string) => new Date(Date.parse(`${day}T00:00:00+09:00`) + hour * hourMs)
  const today = begins(japanDay(now))
  return today <= now ? today : begins(japanDayBefore(now, 1))
}

/**
 * Whether a backup is to be made: none is whole since the hour began last, and the last failure is an hour ago.
 * @param state without runs that began in the future
 * @param hour of the day in Japan
 */
export const isBackupDue = ({ lastGood, lastBackup }: Pick<BackupState, 'lastGood' | 'lastBackup'>, hour: number, now: Date): boolean => {
  if (lastGood !== null && lastGood.startedAt >= lastBegun(hour, now)) return false
  const failedAt = lastBackup?.state === 'failed' ? lastBackup.endedAt : null
  return failedAt === null || Math.abs(now.getTime() - failedAt.getTime()) >= hourMs
}

/** Whether the newest backup is to be checked: a week after the last check, or a day after one that failed. */
export const isCheckDue = ({ lastGood, lastCheck }: Pick<BackupState, 'lastGood' | 'lastCheck'>, now: Date): boolean => {
  if (lastGood === null) return false
  if (lastCheck === null) return true
  // Backups take more or less time from night to night.
  const everyMs = (lastCheck.state === 'failed' ? 1 : 7) * dayMs - hourMs
  return now.getTime() - lastCheck.startedAt.getTime() >= everyMs
}

const firstMonday = 4 * dayMs
const tokyoOffsetMs = 9 * hourMs
const weekOf = (at: Date) => Math.floor((at.getTime() + tokyoOffsetMs - firstMonday) / (7 * dayMs))

/** What a place of backups must keep. */
type Kept = {
  readonly days: number
  readonly weeks: number
  /** Backups of which it is known that they come back; nothing older than `passed` goes while checks fail. */
  readonly passed?: string | undefined
  readonly areChecksFailing?: boolean
}

/**
 * The backups that need not be kept: none of the last days that have any, nor, of the weeks before them, the last of each. Days and
 * weeks are counted, and ages are not: a clock that is wrong for a while removes at most one. One of the future is left alone, and
 * counts for nothing; what has a name of its own is none of ours.
 */
export const surplusBackups = (names: readonly string[], { days, weeks, passed, areChecksFailing = false }: Kept, now: Date): string[] => {
  const ours = names
    .flatMap((name) => {
      const at = timeOfBackup(name)
      return at === undefined || at > now ? [] : [{ name, at }]
    })
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
  const keptDays = new Set([...new Set(ours.map(({ at }) => japanDay(at)))].slice(0, days))
  const isOfLastDays = ({ at }: { readonly at: Date }) => keptDays.has(japanDay(at))
  const lastOfWeeks = [...Map.groupBy(ours, ({ at }) => weekOf(at)).values()].flatMap(([newest]) => newest ?? [])
  const keptOfWeeks = new Set(lastOfWeeks.filter((last) => !isOfLastDays(last)).slice(0, weeks))
  const passedAt = passed === undefined ? undefined : timeOfBackup(passed)
  const isProved = ({ name, at }: (typeof ours)[number]) => name === passed || (areChecksFailing && passedAt !== undefined && at < passedAt)
  return ours.flatMap((one) => (isOfLastDays(one) || keptOfWeeks.has(one) || isProved(one) ? [] : [one.name]))
}
