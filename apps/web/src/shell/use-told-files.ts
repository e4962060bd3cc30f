import type { JobRow } from '@mimamori/contract/job'
import { useEffect } from 'react'
import { notify } from '../kit/notify.ts'
import { isAtWork } from '../platform/own-jobs.ts'

// Of this browser, so that a second tab, or whoever comes back later, does not hear it again.
const key = 'toldFiles'
const mostKept = 50

const readTold = (): readonly string[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

// Of which people and days stands under 「ファイル」: here it would fill a phone's screen.
const wordsOf = ({ state, error = '' }: JobRow): string =>
  state === 'done'
    ? 'レポートのファイルができました。\n画面の上の「ファイル」からダウンロードできます。'
    : `レポートのファイルを作れませんでした。\n${error}`.trimEnd()

/** Says once that a file has been made, or could not be, on whichever screen the person is. */
export const useToldFiles = (jobs: readonly JobRow[]): void => {
  useEffect(() => {
    const ended = jobs.filter((job) => job.kind === 'reportZip' && !isAtWork(job))
    if (ended.length === 0) return
    const told = readTold()
    for (const job of ended) {
      if (told.includes(job.jobId) || job.state === 'cancelled') continue
      if (job.state === 'done') notify.news(wordsOf(job))
      else notify.failure(wordsOf(job))
    }
    localStorage.setItem(key, JSON.stringify([...new Set([...told, ...ended.map(({ jobId }) => jobId)])].slice(-mostKept)))
  }, [jobs])
}
