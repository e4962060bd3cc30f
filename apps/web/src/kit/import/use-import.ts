import type { ImportFile } from '@mimamori/contract/import-files'
import { message } from '@mimamori/contract/messages'
import { useEffect, useMemo, useRef, useState } from 'react'
import { AnswerError, CallError, ConflictError, linesOf, UnreachableError, type ErrorLine } from '../../platform/call-error.ts'
import { importFile, type ImportRequest, type ImportResult, type ImportStep } from '../../platform/import-file.ts'
import { followJob, refreshJobs, unfollowJob } from '../../platform/own-jobs.ts'
import { queryClient } from '../../platform/query.ts'
import { confirm, showFailure, showSuccess } from '../dialogs.ts'
import { notify } from '../notify.ts'
import { columnsOf, type ColumnChoice } from './columns.ts'
import { readCsvFile, type CsvFile } from './csv-file.ts'
import { faultsOf, type Fault } from './faults.ts'
import { cancelJob, counted, removeJob } from './jobs.ts'
import type { MadeField } from './made-step.tsx'

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

/** What is said before a file is taken in. */
export type ImportQuestions = {
  /** What is odd about a file without being wrong. */
  readonly cautionOf?: ((content: CsvFile) => string | undefined) | undefined
  /** What its deletions take along. Where this is left out nobody is asked. */
  readonly removalWords?: ((removal: Removal) => string) | undefined
}

/** The file that an import takes, and what of it the server may make. */
export type ImportShape = { readonly file: ImportFile; readonly made?: MadeField | undefined }

const noChoice: ColumnChoice = new Map()

/** In how many rows the field is empty though the row deletes nothing; undefined where nobody can say. */
const emptyRows = ({ rows }: CsvFile, label: string): number | undefined => {
  const [header = [], ...records] = rows ?? []
  const [place, deletes] = [header.indexOf(label), header.indexOf('削除')]
  if (place < 0) return undefined
  const isEmpty = (cells: readonly string[]) => (cells[place] ?? '').trim() === '' && (cells[deletes] ?? '').trim() !== '1'
  return records.filter((cells) => cells.some((cell) => cell.trim() !== '') && isEmpty(cells)).length
}

/** Which column of the chosen file is which field, and what of it is to be made. */
const useColumns = ({ file, made }: ImportShape, content: CsvFile | undefined) => {
  const [choice, setChoice] = useState(noChoice)
  const [way, setWay] = useState<string>()
  const found = useMemo(
    () => (content === undefined ? undefined : columnsOf(file, content, choice, made === undefined ? [] : [made.field])),
    [file, content, choice, made],
  )
  const place = found?.columns.find(({ field }) => field?.field === made?.field)
  const lacking = found === undefined || made === undefined ? undefined : emptyRows(found.content, made.label)
  const needsWay = found !== undefined && made !== undefined && (place === undefined || (lacking ?? 0) > 0)
  const fields: Record<string, string> = {}
  if (found?.mapping !== undefined) fields['mapping'] = JSON.stringify(found.mapping)
  if (needsWay && way !== undefined) fields[made.name] = way
  return {
    found,
    way,
    setWay,
    /** How many rows lack what is to be made; undefined where no way has to be chosen. */
    needsWay,
    lacking: place === undefined ? undefined : lacking,
    fields,
    /** What must still be chosen, in words. */
    open: [
      ...(found?.missing.map(({ label }) => `${label}の列`) ?? []),
      ...(needsWay && way === undefined ? [`${made.label}の決め方`] : []),
    ],
    choose: (index: number, field: string | null) =>
      setChoice((before) => new Map([...before].filter(([, taken]) => taken !== field || field === null)).set(index, field)),
    forget: () => {
      setChoice(noChoice)
      setWay(undefined)
    },
  }
}

type Found = { readonly faults: readonly Fault[]; readonly key: string }
const nothingFound: Found = { faults: [], key: '' }

/** An import on its way: the file chosen, how far it is, what was wrong with it, or what should be looked at once it is in. */
export const useImport = (
  target: ImportTarget | undefined,
  onDone: () => void,
  { cautionOf, removalWords, ...shape }: ImportQuestions & ImportShape,
) => {
  const [chosen, setChosen] = useState<Chosen>()
  const columns = useColumns(shape, chosen?.content)
  const [step, setStep] = useState<ImportStep>()
  const [found, setFound] = useState(nothingFound)
  const [outcome, setOutcome] = useState<Outcome>()
  // Somebody's file is taken in already: this one stays chosen, to be sent again.
  const [hindrance, setHindrance] = useState('')
  const stopping = useRef<AbortController>(undefined)
  // Once the server works on it nothing is lost by leaving: the header shows it on every screen.
  const job = useRef<string>(undefined)
  const saved = useRef(false)
  const lastChoice = useRef(0)
  useEffect(
    () => () => {
      stopping.current?.abort()
      if (job.current !== undefined) unfollowJob(job.current)
      refreshJobs()
    },
    [],
  )

  const faultsKey = keyOf(target, columns.fields)

  const drop = () => {
    lastChoice.current++
    setFound(nothingFound)
    setOutcome(undefined)
    setHindrance('')
    setChosen(undefined)
    columns.forget()
  }

  const choose = async (file: File) => {
    drop()
    const choice = lastChoice.current
    saved.current = false
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

  const follow = (next: ImportStep) => {
    if (next.stage === 'rows' && job.current === undefined) {
      job.current = next.jobId
      followJob(next.jobId)
      refreshJobs()
    }
    setStep(next)
  }

  /** Sends the file and follows it to its end. */
  const send = async (request: Omit<ImportRequest, 'onStep'>): Promise<ImportResult> => {
    job.current = undefined
    setStep({ stage: 'upload', done: 0, total: request.file.size })
    try {
      return await importFile({ ...request, onStep: follow })
    } finally {
      // Whoever is still here has seen its end.
      if (job.current !== undefined && !request.signal.aborted) void removeJob(job.current)
      job.current = undefined
      setStep(undefined)
    }
  }

  /** Sends the file, asked first what its deletions take along; undefined where somebody then leaves it at that. */
  const sendAsking = async (request: Omit<ImportRequest, 'onStep'>): Promise<ImportResult | undefined> => {
    if (removalWords === undefined) return send(request)
    const confirmed = (removalConfirmed: '0' | '1') => ({ ...request, fields: { ...request.fields, removalConfirmed } })
    const result = await send(confirmed('0'))
    if (result.unconfirmed === undefined) return result
    const goesOn = await confirm({ body: removalWords(result.unconfirmed), verb: '削除して登録する' })
    if (!goesOn || request.signal.aborted || !(await isStillThere(request.file))) return undefined
    return send(confirmed('1'))
  }

  const run = async () => {
    if (chosen === undefined || target === undefined || columns.found === undefined) return
    const { file } = chosen
    const { content } = columns.found
    const said = [cautionOf?.(content), message('C008')].filter((part) => part !== undefined)
    if (!(await confirm({ body: said.join('\n\n'), verb: '登録する' })) || !(await isStillThere(file))) return
    stopping.current = new AbortController()
    const { signal } = stopping.current
    setHindrance('')
    try {
      const counts = await sendAsking({ ...target, fields: { ...target.fields, ...columns.fields }, file, signal })
      if (counts === undefined) return
      saved.current = true
      queryClient.removeQueries({ type: 'inactive' })
      const warnings = faultsOf(linesOf({ messages: counts.warnings }), content)
      if (warnings.length > 0) return setOutcome({ counts: counted(counts), warnings })
      await showSuccess(counted(counts))
      onDone()
    } catch (error) {
      if (signal.aborted) return
      const lines = linesOfFile(error)
      if (error instanceof ConflictError) setHindrance(error.message)
      else if (lines !== undefined) setFound({ faults: faultsOf(lines, content), key: faultsKey })
      else if (!(error instanceof UnreachableError) || (await isStillThere(file))) void showFailure(error)
    }
  }

  const cancel = async () => {
    const jobId = job.current
    const ended = jobId === undefined ? undefined : await cancelJob(jobId)
    if (jobId === undefined || ended === undefined) return
    stopping.current?.abort()
    setStep(undefined)
    if (ended.state === 'cancelled') {
      void removeJob(jobId)
      return notify.success(message('importCancelled'))
    }
    saved.current = ended.state === 'done'
    onDone()
  }

  return {
    chosen,
    step,
    // What was wrong with the file at one site, or with other columns, says nothing of another.
    faults: found.key === faultsKey ? found.faults : [],
    columns,
    outcome,
    hindrance,
    choose,
    drop,
    run,
    cancel,
    stop: () => stopping.current?.abort(),
    isUnsaved: () => chosen !== undefined && !saved.current && job.current === undefined,
  }
}
