import { message } from '@mimamori/contract/messages'
import { useRef, useState } from 'react'
import { AnswerError, CallError, ConflictError, linesOf, UnreachableError, type ErrorLine } from '../../platform/call-error.ts'
import type { ImportRequest, ImportResult } from '../../platform/import-file.ts'
import { queryClient } from '../../platform/query.ts'
import { confirm, showFailure, showSuccess } from '../dialogs.ts'
import { notify } from '../notify.ts'
import { readCsvFile, type CsvFile } from './csv-file.ts'
import { faultsOf, type Fault } from './faults.ts'
import { importCountsInWords } from './jobs.ts'
import { useColumns, type ImportShape } from './use-columns.ts'
import { useSending, type SendRequest } from './use-sending.ts'

/** What an import sends beside its file. */
export type ImportTarget = Pick<ImportRequest, 'endpoint' | 'params' | 'fields'>

type Chosen = { readonly file: File; readonly content: CsvFile }

// A refusal that speaks of the file; anything else (no connection, no rights) is a dialog.
const linesOfFile = (error: unknown): readonly ErrorLine[] | undefined =>
  error instanceof AnswerError && (error.status === 400 || error.status === 413) ? error.lines : undefined

const fileChanged = 'ファイルの内容が、選んだあとに変わりました。もう一度選んでください。'

/** True while the file is as it was chosen: a browser refuses to read one that was changed since, or is gone. */
const isUnchanged = async (file: File): Promise<boolean> => {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}

const keyOf = (target: ImportTarget | undefined, columns: object) => JSON.stringify([target?.params, target?.fields, columns])

/** What came in with rows that somebody should look at. */
type Outcome = { readonly counts: string; readonly warnings: readonly Fault[] }

type Removal = NonNullable<ImportResult['unconfirmed']>

/** What is said before a file is imported. */
export type ImportQuestions = {
  /** What is odd about a file without being wrong. */
  readonly cautionOf?: ((content: CsvFile) => string | undefined) | undefined
  /** What its deletions take along. Where this is left out nobody is asked. */
  readonly removalWords?: ((removal: Removal) => string) | undefined
}

type Refusal = { readonly faults: readonly Fault[]; readonly key: string }
const noRefusal: Refusal = { faults: [], key: '' }

/** The file chosen for an import, and which of its columns is which field. Another choice, or a file that is gone, calls `forget`. */
const useChosenFile = (shape: ImportShape, forget: () => void) => {
  const [chosen, setChosen] = useState<Chosen>()
  const columns = useColumns(shape, chosen?.content)
  const lastChoice = useRef(0)

  const drop = () => {
    lastChoice.current++
    setChosen(undefined)
    columns.forget()
    forget()
  }

  const choose = async (file: File) => {
    drop()
    const choice = lastChoice.current
    try {
      const content = await readCsvFile(file)
      // A large file may be read more slowly than the next one is chosen.
      if (choice === lastChoice.current) setChosen({ file, content })
    } catch {
      void showFailure(new CallError([{ row: null, text: fileChanged }]))
    }
  }

  const isStillThere = async (file: File) => {
    if (await isUnchanged(file)) return true
    drop()
    void showFailure(new CallError([{ row: null, text: fileChanged }]))
    return false
  }

  return { chosen, columns, choose, drop, isStillThere }
}

/** An import on its way: the file chosen, how far it is, what was wrong with it, or what should be looked at once it is in. */
export const useImport = (
  target: ImportTarget | undefined,
  onDone: () => void,
  { cautionOf, removalWords, ...shape }: ImportQuestions & ImportShape,
) => {
  const [refusal, setRefusal] = useState(noRefusal)
  const [outcome, setOutcome] = useState<Outcome>()
  // Another import is under way: this file stays chosen, to be sent again.
  const [hindrance, setHindrance] = useState('')
  const saved = useRef(false)
  const { chosen, columns, choose, drop, isStillThere } = useChosenFile(shape, () => {
    saved.current = false
    setRefusal(noRefusal)
    setOutcome(undefined)
    setHindrance('')
  })
  const sending = useSending()
  const refusalKey = keyOf(target, columns.fields)

  /** Sends the file, after a question about what its deletions take along; undefined where the person then declines. */
  const sendAsking = async (request: SendRequest, signal: AbortSignal): Promise<ImportResult | undefined> => {
    if (removalWords === undefined) return sending.send(request, signal)
    const confirmed = (removalConfirmed: '0' | '1') => ({ ...request, fields: { ...request.fields, removalConfirmed } })
    const result = await sending.send(confirmed('0'), signal)
    if (result.unconfirmed === undefined) return result
    const agrees = await confirm({ body: removalWords(result.unconfirmed), verb: '削除して登録する' })
    if (!agrees || signal.aborted || !(await isStillThere(request.file))) return undefined
    return sending.send(confirmed('1'), signal)
  }

  const fail = async (error: unknown, { file, content }: Chosen) => {
    const lines = linesOfFile(error)
    if (error instanceof ConflictError) setHindrance(error.message)
    else if (lines !== undefined) setRefusal({ faults: faultsOf(lines, content), key: refusalKey })
    else if (!(error instanceof UnreachableError) || (await isStillThere(file))) void showFailure(error)
  }

  const finish = async (result: ImportResult, content: CsvFile) => {
    saved.current = true
    queryClient.removeQueries({ type: 'inactive' })
    const warnings = faultsOf(linesOf({ messages: result.warnings }), content)
    if (warnings.length > 0) return setOutcome({ counts: importCountsInWords(result), warnings })
    await showSuccess(importCountsInWords(result))
    onDone()
  }

  const run = async () => {
    if (chosen === undefined || target === undefined || columns.matched === undefined) return
    const { file } = chosen
    const { content } = columns.matched
    const questions = [cautionOf?.(content), message('C008')].filter((part) => part !== undefined)
    if (!(await confirm({ body: questions.join('\n\n'), verb: '登録する' })) || !(await isStillThere(file))) return
    const signal = sending.start()
    setHindrance('')
    try {
      const result = await sendAsking({ ...target, fields: { ...target.fields, ...columns.fields }, file }, signal)
      if (result !== undefined) await finish(result, content)
    } catch (error) {
      if (!signal.aborted) await fail(error, { file, content })
    }
  }

  const cancel = async () => {
    const state = await sending.cancel()
    if (state === undefined) return
    if (state === 'cancelled') return notify.success(message('importCancelled'))
    saved.current = state === 'done'
    onDone()
  }

  return {
    chosen,
    step: sending.step,
    // What was wrong with the file at one site, or with other columns, says nothing of another.
    faults: refusal.key === refusalKey ? refusal.faults : [],
    columns,
    outcome,
    hindrance,
    choose,
    drop,
    run,
    cancel,
    stop: sending.stop,
    isUnsaved: () => chosen !== undefined && !saved.current && !sending.isWithServer(),
  }
}
