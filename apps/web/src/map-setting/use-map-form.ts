import { screenSearch } from '@mimamori/contract/screen-search'
import { siteMap } from '@mimamori/contract/site-map'
import { message } from '@mimamori/contract/messages'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { confirm, showFailure } from '../kit/dialogs.ts'
import { useStoredDraft } from '../kit/form/use-stored-draft.ts'
import { notify } from '../kit/notify.ts'
import { useUnsavedGuard } from '../kit/unsaved-guard.ts'
import { call } from '../platform/api.ts'
import { AnswerError } from '../platform/call-error.ts'
import { queryClient } from '../platform/query.ts'
import { readSearch } from '../platform/screen.ts'
import { useViewer } from '../platform/viewer.ts'
import {
  type Faults,
  loadedState,
  type MapFormAction,
  type MapFormState,
  type MapList,
  newKey,
  reduceMapForm,
  shownFaults,
} from './map-form-state.ts'
import { bodyOf, differs, type RowDraft } from './map-rows.ts'
import { faultsOfLines, partId } from './row-faults.ts'
import { PictureError, sendPictures, type Sending } from './send-pictures.ts'
import { typedOf, withTypedRows } from './typed-rows.ts'

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

const focusFirst = (faults: Faults) => {
  const [first] = Object.entries(faults)
  if (first !== undefined) document.getElementById(partId(first[0], first[1][0]?.part ?? 'locationName'))?.focus()
}

const staleWords = '読み込み直すと、この画面で入力した内容は失われます。'

/** What an error of a save means: faults of the rows, a list that others changed meanwhile, or something to say. */
const meaningOf = (error: unknown, keys: readonly string[]): { faults: Faults } | { failure: unknown } | 'stale' => {
  if (error instanceof PictureError) {
    const { cause, rowKey } = error
    if (!(cause instanceof AnswerError) || ![400, 413].includes(cause.status)) return { failure: cause }
    return { faults: { [rowKey]: cause.lines.map(({ text }) => ({ part: 'picture', text })) } }
  }
  if (!(error instanceof AnswerError)) return { failure: error }
  if (error.status === 412) return 'stale'
  const faults = [400, 404].includes(error.status) ? faultsOfLines(error.lines, keys) : undefined
  return faults === undefined ? { failure: error } : { faults }
}

/** The state of the form, also as it is before it is drawn: a save and a guard look at it in between. */
const useMapFormState = (officeId: number, loaded: MapList) => {
  const [start] = useState(() => loadedState(loaded))
  const { restored, settle } = useStoredDraft({
    form: `maps-${officeId}`,
    basis: JSON.stringify([start.saved.version, start.saved.rows.map(bodyOf)]),
    typed: () => {
      const { rows, saved } = latest.current
      return differs(rows, saved.rows) ? { rows: typedOf(rows), hasFiles: rows.some(({ chosen }) => chosen !== null) } : undefined
    },
    discard: () => dispatch({ kind: 'discard' }),
    notKept: (given) => (given['hasFiles'] === true ? '選んだ図面は、もう一度選んでください。' : undefined),
  })
  const [state, setState] = useState(() => withTypedRows(start, restored?.['rows']))
  const latest = useRef(state)
  const dispatch = (action: MapFormAction) => {
    latest.current = reduceMapForm(latest.current, action)
    setState(latest.current)
  }
  const now = (): MapFormState => latest.current
  return { state, now, dispatch, settle }
}

type Saving = {
  readonly officeId: number
  readonly now: () => MapFormState
  readonly dispatch: (action: MapFormAction) => void
  readonly read: () => Promise<MapList | undefined>
  /** Withdraws the offer to discard what was given back. */
  readonly settle: () => void
}

const send = async ({ officeId, now, dispatch }: Saving, signal: AbortSignal): Promise<MapList> => {
  const complete = await sendPictures(now().rows, {
    signal,
    onStep: (step) => dispatch({ kind: 'send', step }),
    onStored: (key, storedAs) => dispatch({ kind: 'store', key, storedAs }),
  })
  dispatch({ kind: 'send', step: undefined })
  return call(siteMap.save, { params: { officeId }, body: { data: complete.map(bodyOf), version: now().saved.version } })
}

/** Says what became of a save that failed. */
const explain = async ({ dispatch, read }: Saving, error: unknown, keys: readonly string[]) => {
  const meaning = meaningOf(error, keys)
  if (meaning === 'stale') {
    const isReading = await confirm({ body: `${message('C022')}\n\n${staleWords}`, verb: '読み込み直す', cancel: '編集に戻る' })
    const list = isReading ? await read() : undefined
    if (list !== undefined) dispatch({ kind: 'load', list, keys: [] })
  } else if ('faults' in meaning) {
    const { faults } = meaning
    flushSync(() => dispatch({ kind: 'refuse', faults }))
    focusFirst(faults)
  } else await showFailure(meaning.failure)
}

/** Saves what is typed, unless something is wrong with it or a save is under way. */
const useMapSave = (saving: Saving) => {
  const stopping = useRef<AbortController>(undefined)
  useEffect(() => () => stopping.current?.abort(), [])
  const save = async (): Promise<boolean> => {
    const { now, dispatch } = saving
    if (stopping.current !== undefined) return false
    // Drawn before the focus moves, so that a screen reader reads the field together with its fault.
    flushSync(() => dispatch({ kind: 'try' }))
    const own = shownFaults(now())
    if (Object.keys(own).length > 0) {
      focusFirst(own)
      return false
    }
    const keys = now().rows.map(({ key }) => key)
    stopping.current = new AbortController()
    const { signal } = stopping.current
    dispatch({ kind: 'save' })
    try {
      dispatch({ kind: 'load', list: await send(saving, signal), keys })
      saving.settle()
      queryClient.removeQueries({ type: 'inactive' })
      notify.success(message('C003'))
      return true
    } catch (error) {
      flushSync(() => dispatch({ kind: 'end' }))
      if (!signal.aborted) await explain(saving, error, keys)
      return false
    } finally {
      stopping.current = undefined
      dispatch({ kind: 'end' })
    }
  }
  return { save, stop: () => stopping.current?.abort() }
}

/**
 * The form of a site's maps.
 * @param loaded the list as it was read
 * @param read reads it again
 */
export const useMapForm = (officeId: number, loaded: MapList, read: () => Promise<MapList | undefined>): MapForm => {
  const viewer = useViewer()
  const { state, now, dispatch, settle } = useMapFormState(officeId, loaded)
  const { save, stop } = useMapSave({ officeId, now, dispatch, read, settle })
  useUnsavedGuard((next) => {
    if (!differs(now().rows, now().saved.rows)) return false
    return next === undefined || (viewer.officeId === null && readSearch(screenSearch.mapSetting, next).OfficeId !== officeId)
  })
  return {
    rows: state.rows,
    faults: shownFaults(state),
    change: (key, values) => dispatch({ kind: 'change', key, values }),
    add: () => {
      const key = newKey()
      flushSync(() => dispatch({ kind: 'add', key }))
      return key
    },
    remove: (key) => dispatch({ kind: 'remove', key }),
    move: (from, to) => dispatch({ kind: 'move', from, to }),
    save,
    isSaving: state.isSaving,
    sending: state.sending,
    stopSending: stop,
    isDirty: differs(state.rows, state.saved.rows),
  }
}
