import { dayMs } from '@mimamori/contract/day'
import { announcedBetween, neededMs } from '../../shared/monitoring/public-alerts/announcement-files.ts'
import { toServiceTime } from './service-time.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The path of the file of announcements of a time. */
export const alertFilePath = (fileAt: Date): string => {
  const time = toServiceTime(fileAt)
  return `alert/dl/${time.slice(0, 4)}/alert_${time.slice(0, 8)}_${time.slice(8, 10)}.csv`
}

/**
 * What became of a file: read whole; read in part; no file of announcements; not there yet (404); or the service did not answer
 * as it should.
 */
export const fileStates = ['read', 'incomplete', 'unreadable', 'missing', 'unreachable'] as const
export type FileState = (typeof fileStates)[number]

/** A file that was asked for before. */
export type TriedFile = {
  readonly fileAt: Date
  readonly state: FileState
  readonly tries: number
  readonly triedAt: Date
  /** Which offices had which stations then. */
  readonly stationsSum: string
}

/** A file that the service failed to send is asked for so long, also when a newer one is out: it may be all that says something. */
const unreachedMs = 48 * hourMs
/** The record is completed after an interruption of up to so long. */
export const catchUpMs = 31 * dayMs

// The service asks not to be called more often than there is need: a file that does not come is asked for less and less often.
const waitMs = (tries: number): number => (tries < 10 ? minuteMs : tries < 20 ? 10 * minuteMs : 30 * minuteMs)

const isWaitOver = ({ tries, triedAt }: TriedFile, now: Date): boolean =>
  triedAt > now || now.getTime() - triedAt.getTime() >= waitMs(tries)

const isDue = (file: TriedFile, now: Date, isNewest: boolean, stationsSum: string): boolean => {
  const age = now.getTime() - file.fileAt.getTime()
  if (file.state === 'read') return false
  // Somebody has just set a station and waits to see something.
  if (file.stationsSum !== stationsSum && age <= neededMs) return true
  return (isNewest || (file.state === 'unreachable' && age <= unreachedMs)) && isWaitOver(file, now)
}

/**
 * The files to ask for now, the newest first: each once, and again while it is missing until the next one is out. At the first
 * time those that may say something of today and tomorrow; later also those of an interruption.
 * @param tried those asked for within the last 31 days
 */
export const filesDue = (tried: readonly TriedFile[], now: Date, stationsSum: string): Date[] => {
  const known = new Map(tried.map((file) => [file.fileAt.getTime(), file]))
  const oldest = Math.min(now.getTime() - neededMs, ...known.keys())
  const after = new Date(Math.max(oldest - 1, now.getTime() - catchUpMs))
  return announcedBetween(after, now).filter((fileAt, index) => {
    const file = known.get(fileAt.getTime())
    return file === undefined || isDue(file, now, index === 0, stationsSum)
  })
}
