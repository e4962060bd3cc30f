import { screens } from '@mimamori/contract/screens'
import { siteMap } from '@mimamori/contract/site-map'
import type { AnswerOf } from '@mimamori/contract/endpoint'
import { message } from '@mimamori/contract/messages'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { confirm, showFailure } from '../kit/dialogs.ts'
import { notify } from '../kit/notify.ts'
import { useUnsavedGuard } from '../kit/unsaved-guard.ts'
import { call } from '../platform/api.ts'
import { AnswerError } from '../platform/call-error.ts'
import { queryClient } from '../platform/query.ts'
import { readSearch } from '../platform/screen.ts'
import { useViewer } from '../platform/viewer.ts'
import { bodyOf, differs, emptyRow, moved, rowOf, type RowDraft } from './map-rows.ts'
import { faultsOf, faultsOfLines, fileFaultsOf, partId, type RowFault } from './row-faults.ts'
import { PictureError, sendPictures, type Sending } from './send-pictures.ts'

/** The maps of a site and the version of their list. */
export type MapList = AnswerOf<typeof siteMap.list>

type Faults = Readonly<Record<string, readonly RowFault[]>>

/** The maps of a site as they are typed, and what can be done with them. */
export type MapForm = {
  readonly rows: readonly RowDraft[]
  /** What is wrong by row, in the order of the rows: before the first attempt to save only which file was refused. */
  readonly faults: Faults
  readonly change: (key: string, values: Partial<RowDraft>) => void
  /** Adds an empty row at the end and answers its key. */
  readonly add: () => string
  readonly remove: (key: string) => void
  readonly move: (from: number, to: number) => void
  /** Saves; true where all is saved. */
  readonly save: () => Promise<boolean>
  readonly isSaving: boolean
  /** The new drawings on their way. */
  readonly sending: Sending | undefined
  readonly stopSending: () => void
  readonly isDirty: boolean
}

let made = 0
const newKey = () => `map-${(made += 1)}`

const rowsOf = (list: MapList): readonly RowDraft[] => list.data.map((map) => rowOf(map, newKey()))

// A fault that the server found stays until the field it is about is changed.
const isAbout = ({ part }: RowFault, values: Partial<RowDraft>): boolean => {
  if (part === null) return true
  if (part === 'metres') return 'imageMetres' in values
  if (part === 'picture') return 'chosen' in values || 'type' in values
  return part in values || (part === 'place' && 'type' in values)
}

const focusFirst = (faults: Faults) => {
  const [first] = Object.entries(faults)
  if (first !== undefined) document.getElementById(partId(first[0], first[1][0]?.part ?? 'locationName'))?.focus()
}

const staleWords = '読み込み直すと、この画面で入力した内容は失われます。'

/**
 * The form of a site's maps.
 * @param loaded the list as it was read
 * @param read reads it again
 */
export const useMapForm = (officeId: number, loaded: MapList, read: () => Promise<MapList | undefined>): MapForm => {
  const viewer = useViewer()
  const [rows, setRows] = useState(() => rowsOf(loaded))
  const [saved, setSaved] = useState({ rows, version: loaded.version })
  const [tried, setTried] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<Faults>({})
  const [isSaving, setSaving] = useState(false)
  const [sending, setSending] = useState<Sending>()
  const stopping = useRef<AbortController>(undefined)
  const latest = useRef({ rows, saved })
  useEffect(() => {
    latest.current = { rows, saved }
  })
  useEffect(() => () => stopping.current?.abort(), [])
  useUnsavedGuard((next) => {
    if (!differs(latest.current.rows, latest.current.saved.rows)) return false
    return next === undefined || (viewer.officeId === null && readSearch(screens.mapSetting.search, next).OfficeId !== officeId)
  })

  const faultsNow = (of: readonly RowDraft[], seen: ReadonlySet<string>, rowFaults: Faults): Faults =>
    Object.fromEntries(
      of.flatMap((row) => {
        const own = seen.has(row.key) ? faultsOf(row) : fileFaultsOf(row)
        const others = (rowFaults[row.key] ?? []).filter(({ part }) => part === null || own.every((fault) => fault.part !== part))
        const all = [...own, ...others]
        return all.length === 0 ? [] : [[row.key, all]]
      }),
    )

  const put = (list: MapList, keys: readonly string[]) => {
    const next = list.data.map((map, index) => rowOf(map, keys[index] ?? newKey()))
    latest.current = { rows: next, saved: { rows: next, version: list.version } }
    setRows(next)
    setSaved(latest.current.saved)
    setTried(new Set())
    setRefused({})
  }

  const change: MapForm['change'] = (key, values) => {
    setRows((before) => before.map((row) => (row.key === key ? { ...row, ...values } : row)))
    setRefused((before) => ({ ...before, [key]: (before[key] ?? []).filter((fault) => !isAbout(fault, values)) }))
  }

  const refuse = (rowFaults: Faults) => {
    flushSync(() => setRefused(rowFaults))
    focusFirst(rowFaults)
  }

  /** Says what became of a save that failed. */
  const say = async (error: unknown, keys: readonly string[], signal: AbortSignal) => {
    if (signal.aborted) return
    if (error instanceof PictureError) {
      const { cause, rowKey } = error
      if (!(cause instanceof AnswerError) || ![400, 413].includes(cause.status)) return void (await showFailure(cause))
      return refuse({ [rowKey]: cause.lines.map(({ text }) => ({ part: 'picture', text })) })
    }
    if (error instanceof AnswerError && error.status === 412) {
      const isReading = await confirm({ body: `${message('C022')}\n\n${staleWords}`, verb: '読み込み直す', cancel: '編集に戻る' })
      const list = isReading ? await read() : undefined
      if (list !== undefined) put(list, [])
      return
    }
    const rowFaults = error instanceof AnswerError && [400, 404].includes(error.status) ? faultsOfLines(error.lines, keys) : undefined
    if (rowFaults !== undefined) return refuse(rowFaults)
    await showFailure(error)
  }

  const send = async (signal: AbortSignal): Promise<MapList> => {
    const complete = await sendPictures(latest.current.rows, {
      signal,
      onStep: setSending,
      onStored: (key, storedAs) =>
        setRows((before) =>
          before.map((row) => (row.key === key && row.chosen !== null ? { ...row, chosen: { ...row.chosen, storedAs } } : row)),
        ),
    })
    setSending(undefined)
    return call(siteMap.save, { params: { officeId }, body: { data: complete.map(bodyOf), version: saved.version } })
  }

  const save = async (): Promise<boolean> => {
    if (stopping.current !== undefined) return false
    const keys = rows.map(({ key }) => key)
    // Drawn before the focus moves, so that a reader of the page hears the field together with its fault.
    flushSync(() => {
      setTried(new Set(keys))
      setRefused({})
    })
    const own = faultsNow(rows, new Set(keys), {})
    if (Object.keys(own).length > 0) {
      focusFirst(own)
      return false
    }
    stopping.current = new AbortController()
    const { signal } = stopping.current
    setSaving(true)
    try {
      put(await send(signal), keys)
      queryClient.removeQueries({ type: 'inactive' })
      notify.success(message('C003'))
      return true
    } catch (error) {
      flushSync(() => {
        setSending(undefined)
        setSaving(false)
      })
      await say(error, keys, signal)
      return false
    } finally {
      stopping.current = undefined
      setSaving(false)
    }
  }

  return {
    rows,
    faults: faultsNow(rows, tried, refused),
    change,
    add: () => {
      const key = newKey()
      flushSync(() => setRows((before) => [...before, emptyRow(key)]))
      return key
    },
    remove: (key) => setRows((before) => before.filter((row) => row.key !== key)),
    move: (from, to) => setRows((before) => moved(before, from, to)),
    save,
    isSaving,
    sending,
    stopSending: () => stopping.current?.abort(),
    isDirty: differs(rows, saved.rows),
  }
}
