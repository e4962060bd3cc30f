import { useCallback, useEffect, useState } from 'react'
import { type Draft, type PosterLink, type Receipt, readReceipt, sendReport } from './calls.ts'
import { keepReport, type KeptReport, keptReports } from './kept-reports.ts'

/** After so long without an answer the page says that it has not arrived, and whom to call. Customer's figure. */
const patienceMs = 5_000
const againMs = 3_000
const lookEveryMs = 5_000

// `crypto.randomUUID` is there on https and localhost only.
const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

export type ReportState = {
  /** The latest report; undefined before the first. */
  readonly report: KeptReport | undefined
  /** Whether it has not arrived although it should have. */
  readonly isLate: boolean
  /** True where the link was revoked before it arrived. */
  readonly hasEnded: boolean
  readonly receipt: Receipt | undefined
  readonly send: (draft: Omit<Draft, 'at'>) => void
}

/** Sends every report of this browser until it has arrived, and follows the latest. One is stored before it is sent. */
export const useReport = (link: PosterLink | undefined): ReportState => {
  const [reports, setReports] = useState<readonly KeptReport[]>(() => (link === undefined ? [] : keptReports(link, Date.now())))
  const [lateKey, setLateKey] = useState<string>()
  const [hasEnded, setHasEnded] = useState(false)
  const [receipt, setReceipt] = useState<Receipt>()
  const report = reports.at(-1)
  const unsent = reports.find((one) => one.receipt === null)

  const store = useCallback((changed: KeptReport) => {
    keepReport(changed, Date.now())
    setReports((before) =>
      before.some(({ key }) => key === changed.key) ? before.map((one) => (one.key === changed.key ? changed : one)) : [...before, changed],
    )
  }, [])

  const send = (draft: Omit<Draft, 'at'>) => {
    if (link === undefined) return
    const writtenAt = Date.now()
    setReceipt(undefined)
    store({ key: newKey(), link, draft: { ...draft, at: new Date(writtenAt).toISOString() }, writtenAt, receipt: null })
  }

  useEffect(() => {
    if (unsent === undefined) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const attempt = async () => {
      clearTimeout(timer)
      const answer = await sendReport(unsent.link, unsent.draft, unsent.key)
      if (isOver) return
      if (answer.kind === 'answered') return store({ ...unsent, receipt: answer.value.receipt })
      if (answer.kind === 'ended') setHasEnded(true)
      setLateKey(unsent.key)
      timer = setTimeout(() => void attempt(), againMs)
    }
    const late = setTimeout(() => setLateKey(unsent.key), Math.max(0, unsent.writtenAt + patienceMs - Date.now()))
    const atOnce = () => void attempt()
    addEventListener('online', atOnce)
    void attempt()
    return () => {
      isOver = true
      clearTimeout(timer)
      clearTimeout(late)
      removeEventListener('online', atOnce)
    }
  }, [unsent, store])

  const followed = report?.receipt ?? undefined
  useEffect(() => {
    if (link === undefined || followed === undefined) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const look = async () => {
      const answer = await readReceipt(link, followed)
      if (isOver) return
      if (answer.kind === 'answered') setReceipt(answer.value)
      // Of a link that has ended, or after two hours, nothing more is to be heard.
      if (answer.kind === 'answered' || answer.kind === 'away') timer = setTimeout(() => void look(), lookEveryMs)
    }
    void look()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [link, followed])

  return { report, isLate: report?.receipt === null && lateKey === report.key, hasEnded, receipt, send }
}
