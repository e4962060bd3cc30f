import { endpoints } from '@mimamori/contract/endpoints'
import type { SettingRow } from '@mimamori/contract/master-setting'
import { message } from '@mimamori/contract/messages'
import { settingField, type SettingName, settingOf, type SettingOwner } from '@mimamori/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { createElement, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { confirm, showFailure } from '../kit/dialogs.ts'
import { useStoredDraft } from '../kit/form/use-stored-draft.ts'
import { notify } from '../kit/notify.ts'
import { useUnsavedGuard } from '../kit/unsaved-guard.ts'
import { call } from '../platform/api.ts'
import { AnswerError } from '../platform/call-error.ts'
import { refetchDisplays } from '../platform/display-news.ts'
import { queryOf } from '../platform/query.ts'
import { useViewer } from '../platform/viewer.ts'
import { isFormLeft } from './form-left.ts'
import { proposedDraft } from './proposed-draft.ts'
import { SaveQuestion } from './save-question.tsx'
import {
  bodyOf,
  changedOf,
  type Draft,
  draftAfter,
  faultsOf,
  type SettingState,
  type ShownSetting,
  shownOf,
  withTyped,
} from './setting-state.ts'

const { ofOffice, ofCompany, updateOffice, updateCompany } = endpoints.masterSetting

/** The settings of a company or site as the form has them, and what changes them. */
export type SettingForm = {
  /** Of the company or site. */
  readonly id: number
  readonly state: SettingState
  readonly shown: (name: SettingName) => ShownSetting | undefined
  readonly set: (name: SettingName, text: string) => void
  /** Several at once: what one of them says depends on the other. */
  readonly setAll: (values: readonly (readonly [SettingName, string | null])[]) => void
  /** Takes own values back. */
  readonly takeBack: (names: readonly SettingName[]) => void
  /** Faults to show: none before the first attempt to save. */
  readonly faults: Readonly<Record<string, readonly string[]>>
  readonly mayEdit: (name: SettingName) => boolean
  readonly changed: readonly ShownSetting[]
  readonly saving: boolean
  readonly save: () => Promise<void>
  readonly discard: () => void
}

/** The id of a setting's control. */
export const controlId = (field: string): string => `setting-${field.replace('.', '-')}`

/** The settings as the server has them at this moment, since what is edited must not come from a cache. */
export const useSettingRows = (owner: SettingOwner, id: number) => {
  const query = owner === 'office' ? queryOf(ofOffice, { params: { id }, query: {} }) : queryOf(ofCompany, { params: { id }, query: {} })
  return { key: query.queryKey, ...useQuery({ ...query, gcTime: 0, staleTime: Number.POSITIVE_INFINITY }) }
}

const isStale = (error: unknown) => error instanceof AnswerError && error.status === 412
const saveAt = (owner: SettingOwner, id: number, state: SettingState): Promise<SettingRow[]> =>
  owner === 'office'
    ? call(updateOffice, { params: { id }, body: bodyOf(state) })
    : call(updateCompany, { params: { id }, body: bodyOf(state) })

/** What was typed into a form of settings before the session ended, of the settings that there are. */
const draftOf = (typed: Readonly<Record<string, unknown>> | undefined): Draft =>
  Object.fromEntries(
    Object.entries(typed ?? {}).flatMap(([field, text]) => (typeof text === 'string' || text === null ? [[field, text] as const] : [])),
  )

type Loaded = {
  readonly owner: SettingOwner
  readonly id: number
  readonly rows: readonly SettingRow[]
  /** Puts rows into the place of those that were read. */
  readonly put: (rows: SettingRow[]) => void
  readonly read: () => Promise<SettingRow[] | undefined>
  /** Values that an address proposes. */
  readonly proposed?: string | undefined
}

/** The form of a company's or site's settings: what is typed, what of it is wrong, and its save. */
export const useSettingForm = ({ owner, id, rows, put, read, proposed = '' }: Loaded): SettingForm => {
  const viewer = useViewer()
  const { roleKey } = viewer
  const { restored, settle } = useStoredDraft({
    form: `settings-${owner}-${id}`,
    basis: JSON.stringify(rows),
    typed: () => (latest.current.length > 0 ? draft : undefined),
    discard: () => setDraft({}),
  })
  const [draft, setDraft] = useState<Draft>(() => proposedDraft({ owner, rows, draft: draftOf(restored) }, proposed))
  const [tried, setTried] = useState(false)
  const [saving, setSaving] = useState(false)
  const isAsking = useRef(false)
  const state: SettingState = { owner, rows, draft }
  const changed = changedOf(state)
  const latest = useRef(changed)
  useEffect(() => {
    latest.current = changed
  })
  useUnsavedGuard((next) => latest.current.length > 0 && (next === undefined || isFormLeft({ owner, id, viewer, next })))

  const setAll: SettingForm['setAll'] = (values) =>
    setDraft(values.reduce((draftSoFar, [name, text]) => withTyped({ ...state, draft: draftSoFar }, name, text), draft))
  const reload = async () => {
    const after = await read()
    if (after !== undefined) setDraft(draftAfter(state, after))
  }
  const send = async () => {
    setSaving(true)
    try {
      const after = await saveAt(owner, id, state)
      settle()
      setDraft({})
      setTried(false)
      put(after)
      notify.success(message('C003'))
      await refetchDisplays()
    } catch (error) {
      if (!isStale(error)) await showFailure(error)
      else if (await confirm({ body: message('C022'), verb: '読み込み直す', cancel: '編集に戻る' })) await reload()
    } finally {
      setSaving(false)
    }
  }
  const save = async () => {
    if (saving || isAsking.current || changed.length === 0) return
    flushSync(() => setTried(true))
    const [wrong] = Object.keys(faultsOf(state))
    if (wrong !== undefined) return document.getElementById(controlId(wrong))?.focus()
    isAsking.current = true
    const isMeant = await confirm({ body: createElement(SaveQuestion, { changed }), verb: '保存する' })
    isAsking.current = false
    if (isMeant) await send()
  }
  return {
    id,
    state,
    changed,
    saving,
    save,
    shown: (name) => shownOf(state, name),
    set: (name, text) => setDraft(withTyped(state, name, text)),
    setAll,
    takeBack: (names) => setAll(names.map((name) => [name, null])),
    faults: tried ? faultsOf(state) : {},
    mayEdit: (name) => settingOf(...name).editors[owner].includes(roleKey),
    discard: () => {
      setDraft({})
      setTried(false)
    },
  }
}

/** The field of a setting in the form. */
export const idOf = (name: SettingName): string => controlId(settingField(name))
