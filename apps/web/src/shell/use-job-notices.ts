import type { JobRow } from '@mimamori/contract/job'
import { useEffect } from 'react'
import { notify } from '../kit/notify.ts'
import { isAtWork, isFollowed } from '../platform/own-jobs.ts'
import { importWords } from './import-entry.tsx'
import { trialWords } from './trial-entry.tsx'

// Of this browser, so that a second tab, or anyone who comes back later, does not get it again.
const key = 'toldFiles'
const mostStored = 50

const readNotified = (): readonly string[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

// 「ファイル」 lists the people and days: here they would fill a phone's screen.
const wordsOf = (job: JobRow): string => {
  const { kind, state, error = '' } = job
  if (kind === 'alertLoadTrial') return trialWords(job)
  if (kind !== 'reportZip') return importWords({ ...job, kind })
  return state === 'done'
    ? 'レポートのファイルができました。\n画面の上の「ファイル」からダウンロードできます。'
    : `レポートのファイルを作れませんでした。\n${error}`.trimEnd()
}

/** Says once how a job ended (a file made, a file imported), on whichever screen the person is, also after a reload. */
export const useJobNotices = (jobs: readonly JobRow[]): void => {
  useEffect(() => {
    const ended = jobs.filter((job) => !isAtWork(job) && !isFollowed(job))
    if (ended.length === 0) return
    const notified = readNotified()
    for (const job of ended) {
      if (notified.includes(job.jobId) || job.state === 'cancelled') continue
      if (job.state === 'done') notify.news(wordsOf(job))
      else notify.failure(wordsOf(job))
    }
    localStorage.setItem(key, JSON.stringify([...new Set([...notified, ...ended.map(({ jobId }) => jobId)])].slice(-mostStored)))
  }, [jobs])
}
