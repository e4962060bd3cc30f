import { dayMs } from '@mimamori/contract/day'
import type { Logger } from 'pino'
import { reachedNow } from '../../shared/cluster-health/each-company.ts'
import type { Db } from '../../platform/context.ts'
import { inTransaction, type Recurring } from '../../platform/database/recurring.ts'
import { onClient } from '../../platform/exchange/on-client.ts'
import { japanDayRange } from '../../platform/japan-time.ts'
import { fetchFailure } from '../../platform/outside/fetch-failure.ts'
import { alertFilePath, filesDue, type FileState } from './alert-files.ts'
import { countAreasBefore, findTriedFiles, forgetTriedFiles, storeFlags, storeTry, sumStations } from './alert-store.ts'
import { getText, type Patience, usualPatience } from './get-text.ts'
import { type AlertFile, readAlertFile } from './read-alert-file.ts'

/** After an interruption the files come in portions. */
const mostFilesATurn = 12
const farDays = 7

/** The time that a file says it was announced at, unless it is another day's; then the time in its name. */
const announcedAt = (fileAt: Date, { announcedAt: said }: AlertFile): Date =>
  said !== undefined && Math.abs(said.getTime() - fileAt.getTime()) < dayMs ? said : fileAt

type Outcome = { readonly state: FileState; readonly reason?: string; readonly file?: AlertFile }

/** What a file says of days near its own: another time's file at its address must not change the record. */
const nearOnly = (fileAt: Date, file: AlertFile): AlertFile => {
  const flags = file.flags.filter(({ day }) => Math.abs(japanDayRange(day).from.getTime() - fileAt.getTime()) < farDays * dayMs)
  if (flags.length === 0 && file.flags.length > 0) throw new TypeError('a file of announcements of another time')
  return { ...file, flags }
}

const readText = (text: string, fileAt: Date): Outcome => {
  try {
    const file = nearOnly(fileAt, readAlertFile(text))
    return { file, state: file.faultyRows === 0 ? 'read' : 'incomplete', reason: `${file.faultyRows} rows cannot be read` }
  } catch (error) {
    return { state: 'unreadable', reason: fetchFailure(error) }
  }
}

const fetchFile = async (url: URL, fileAt: Date, stopping: AbortSignal, patience: Patience): Promise<Outcome> => {
  try {
    const text = await getText(url, stopping, patience)
    return text === null ? { state: 'missing' } : readText(text, fileAt)
  } catch (error) {
    if (stopping.aborted) throw error
    return { state: 'unreachable', reason: fetchFailure(error) }
  }
}

/** A file with fewer areas than the one before may be half a file: what it says counts, and it is asked for again. */
const checkAreas = async (db: Db, fileAt: Date, outcome: Outcome): Promise<Outcome> => {
  if (outcome.state !== 'read' || outcome.file === undefined) return outcome
  const before = await countAreasBefore(db, fileAt)
  const { size } = outcome.file.areas
  return size >= before ? outcome : { ...outcome, state: 'incomplete', reason: `${size} areas, ${before} before` }
}

/** In the log once, however often the file is tried. */
const report = (log: Logger, path: string, { state, reason, file }: Outcome, before: FileState | undefined): void => {
  if (file?.isExercise === true) log.info({ path }, 'a file of public alerts is an exercise, nothing in it counts')
  if (state === before) return
  if (state === 'missing') log.debug({ path }, 'no file of public alerts yet')
  else if (state !== 'read') log.warn({ path, state, reason }, 'a file of public alerts cannot be used as it is')
}

/**
 * Fetches what the ministry announces (熱中症警戒アラート, 熱中症特別警戒アラート), in every season, once a site has a station.
 * No transaction stays open during a call.
 * @param patience shorter in tests
 */
export const publicAlertJobWith = (patience: Patience): Recurring => ({
  name: 'public-alert',
  everySeconds: 20,
  lockedBy: 'session',
  run: async (context, client, stopping) => {
    const { config, clock, log } = context
    if (config.wbgtServiceUrl === undefined) return
    const db = onClient(client)
    const { offices, sum } = await sumStations(db, await reachedNow(context))
    if (offices === 0) return
    const tried = await findTriedFiles(db, clock())
    const due = filesDue(tried, clock(), sum).slice(0, mostFilesATurn)
    const states = new Map(tried.map(({ fileAt, state }) => [fileAt.getTime(), state]))
    for (const fileAt of due) {
      const path = alertFilePath(fileAt)
      const url = new URL(path, `${new URL(config.wbgtServiceUrl).origin}/`)
      try {
        const outcome = await checkAreas(db, fileAt, await fetchFile(url, fileAt, stopping, patience))
        report(log, path, outcome, states.get(fileAt.getTime()))
        await inTransaction(client, async () => {
          const { file, state } = outcome
          if (file !== undefined && !file.isExercise) await storeFlags(db, fileAt, announcedAt(fileAt, file), file.flags)
          await storeTry(db, { fileAt, state, triedAt: clock(), stationsSum: sum })
        })
        // A service that is down is not asked for more.
        if (outcome.state === 'unreachable') break
      } catch (error) {
        if (!stopping.aborted) throw error
        return
      }
    }
    await forgetTriedFiles(db, clock())
  },
})

export const publicAlertJob = publicAlertJobWith(usualPatience)
