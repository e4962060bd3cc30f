import { message } from '@mimamori/contract/messages'
import { useEffect, useRef, useState } from 'react'
import { AnswerError, linesOf, type ErrorLine } from '../../platform/call-error.ts'
import { importFile, type ImportRequest, type ImportResult, type ImportStep } from '../../platform/import-file.ts'
import { queryClient } from '../../platform/query.ts'
import { confirm, showFailure, showSuccess } from '../dialogs.ts'
import { readCsvFile, type CsvFile } from './csv-file.ts'
import { faultsOf, type Fault } from './faults.ts'

/** What an import sends beside its file. */
export type ImportTarget = Pick<ImportRequest, 'endpoint' | 'params' | 'fields'>

type Chosen = { readonly file: File; readonly content: CsvFile }

// A refusal that speaks of the file; anything else (no connection, no rights) is a dialog.
const linesOfFile = (error: unknown): readonly ErrorLine[] | undefined =>
  error instanceof AnswerError && (error.status === 400 || error.status === 413) ? error.lines : undefined

const counted = ({ created, updated, deleted, unchanged }: ImportResult) => {
  const parts = [
    ['登録', created],
    ['更新', updated - unchanged],
    ['削除', deleted],
    ...(unchanged > 0 ? [['変更なし', unchanged] as const] : []),
  ] as const
  const words = (count: number) => count.toLocaleString('ja-JP')
  return `${message('C002', { count: words(created + updated + deleted) })}\n${parts.map(([name, count]) => `${name} ${words(count)}件`).join('・')}`
}

/** What came in with rows that somebody should look at. */
type Outcome = { readonly counts: string; readonly warnings: readonly Fault[] }

/** An import on its way: the file chosen, how far it is, what was wrong with it, or what should be looked at once it is in. */
export const useImport = (onDone: () => void, cautionOf?: (content: CsvFile) => string | undefined) => {
  const [chosen, setChosen] = useState<Chosen>()
  const [step, setStep] = useState<ImportStep>()
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const [outcome, setOutcome] = useState<Outcome>()
  const stopping = useRef<AbortController>(undefined)
  const saved = useRef(false)
  useEffect(() => () => stopping.current?.abort(), [])

  const choose = async (file: File) => {
    setFaults([])
    setOutcome(undefined)
    saved.current = false
    setChosen({ file, content: await readCsvFile(file) })
  }

  const run = async (target: ImportTarget) => {
    if (chosen === undefined) return
    const { file, content } = chosen
    const said = [cautionOf?.(content), message('C008')].filter((part) => part !== undefined)
    if (!(await confirm({ body: said.join('\n\n'), verb: '登録する' }))) return
    stopping.current = new AbortController()
    const { signal } = stopping.current
    setStep({ stage: 'upload', done: 0, total: file.size })
    try {
      const counts = await importFile({ ...target, file, signal, onStep: setStep })
      saved.current = true
      queryClient.removeQueries({ type: 'inactive' })
      const warnings = faultsOf(linesOf({ messages: counts.warnings }), content)
      if (warnings.length > 0) return setOutcome({ counts: counted(counts), warnings })
      await showSuccess(counted(counts))
      onDone()
    } catch (error) {
      if (signal.aborted) return
      const lines = linesOfFile(error)
      if (lines === undefined) void showFailure(error)
      else setFaults(faultsOf(lines, content))
    } finally {
      setStep(undefined)
    }
  }

  return {
    chosen,
    step,
    faults,
    outcome,
    choose,
    run,
    stop: () => stopping.current?.abort(),
    isUnsaved: () => chosen !== undefined && !saved.current,
  }
}
