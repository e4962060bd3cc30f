import { useEffect, useRef, useState } from 'react'
import { type Draft, type PosterLink, type Receipt, readReceipt } from './calls.ts'
import { deliver } from './deliver.ts'
import { keepReport, type KeptReport, keptReports, removeOldReports, removeReport, type UnsentReport } from './kept-reports.ts'

const lookEveryMs = 5_000
const removeEveryMs = 60_000

// `crypto.randomUUID` is there on https and localhost only.
const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

export type ReportState = {
  /** The latest report of this poster; undefined before the first. */
  readonly report: KeptReport | undefined
  /** Whether it has not arrived although it should have. */
  readonly isLate: boolean
  /** True where the link was revoked before it arrived. */
  readonly hasEnded: boolean
  readonly receipt: Receipt | undefined
  readonly send: (draft: Omit<Draft, 'at'>) => void
}

type Problems = Readonly<Record<string, 'late' | 'ended'>>

/** The reports of this browser, each sent until it has arrived. */
const useDelivery = () => {
  const [reports, setReports] = useState<readonly KeptReport[]>(() => keptReports(Date.now()))
  const [problems, setProblems] = useState<Problems>({})
  const running = useRef(new Map<string, () => void>())

  const store = (changed: KeptReport) => {
    keepReport(changed, Date.now())
    setReports((before) => [...before.filter(({ key }) => key !== changed.key), changed].toSorted((a, b) => a.writtenAt - b.writtenAt))
  }

  const start = (report: UnsentReport) => {
    const { key, link, writtenAt } = report
    const note = (problem: 'late' | 'ended') => setProblems((before) => ({ ...before, [key]: problem }))
    const stop = deliver(report, {
      onArrived: (receipt) => {
        running.current.delete(key)
        store({ key, link, writtenAt, receipt })
      },
      onEnded: () => {
        removeReport(key, Date.now())
        note('ended')
      },
      onLate: () => note('late'),
    })
    running.current.set(key, stop)
  }

  useEffect(() => {
    for (const report of reports) if (report.receipt === null && !running.current.has(report.key)) start(report)
  })

  useEffect(() => {
    const all = running.current
    removeOldReports(Date.now())
    const timer = setInterval(() => removeOldReports(Date.now()), removeEveryMs)
    return () => {
      clearInterval(timer)
      for (const stop of all.values()) stop()
      all.clear()
    }
  }, [])

  return { reports, problems, store }
}

/** What the server says of a report that has arrived, asked again and again. */
const useReceipt = (report: KeptReport | undefined): Receipt | undefined => {
  const [read, setRead] = useState<{ readonly of: string; readonly receipt: Receipt }>()
  const link = report?.link
  const followed = report?.receipt ?? undefined
  useEffect(() => {
    if (link === undefined || followed === undefined) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const look = async () => {
      const answer = await readReceipt(link, followed)
      if (isOver) return
      if (answer.kind === 'answered') setRead({ of: followed, receipt: answer.value })
      // Of a link that has ended, or after two hours, nothing more is to be heard.
      if (answer.kind === 'answered' || answer.kind === 'away') timer = setTimeout(() => void look(), lookEveryMs)
    }
    void look()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [link, followed])
  return read?.of === followed ? read?.receipt : undefined
}

/** Sends every report of this browser until it has arrived, and follows the latest of this poster. One is stored before it is sent. */
export const useReport = (link: PosterLink | undefined): ReportState => {
  const { reports, problems, store } = useDelivery()
  const report = reports.findLast((one) => one.link === link)
  const receipt = useReceipt(report)
  const send = (draft: Omit<Draft, 'at'>) => {
    if (link === undefined) return
    const writtenAt = Date.now()
    store({ key: newKey(), link, draft: { ...draft, at: new Date(writtenAt).toISOString() }, writtenAt, receipt: null })
  }
  const problem = report?.receipt === null ? problems[report.key] : undefined
  return { report, isLate: problem === 'late', hasEnded: problem === 'ended', receipt, send }
}
