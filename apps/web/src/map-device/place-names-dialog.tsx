import { labels } from '@mimamori/contract/labels'
import { namedPlace, type NamedPlace } from '@mimamori/contract/named-place'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Modal, Switch } from 'antd'
import { useState } from 'react'
import { showFailure } from '../kit/dialogs.ts'
import { notify } from '../kit/notify.ts'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { call } from '../platform/api.ts'
import { queryClient, queryOf } from '../platform/query.ts'
import styles from './place-names-dialog.module.css'

/** More names than anybody reads through. */
export const mostPlaces = 1_000

const refresh = () => queryClient.invalidateQueries({ queryKey: [namedPlace.list.path] })

type Draft = { readonly officeId: number; readonly name: string; readonly restPlace?: boolean }

const save = async (draft: Draft, done: string): Promise<boolean> => {
  try {
    await call(namedPlace.save, { body: draft })
    notify.success(done)
    return true
  } catch (error) {
    await showFailure(error)
    return false
  } finally {
    await refresh()
  }
}

const Row = ({ place }: { readonly place: NamedPlace }) => {
  const [isSaving, setIsSaving] = useState(false)
  const { name, officeId } = place
  const change = async (restPlace: boolean) => {
    setIsSaving(true)
    await save({ officeId, name, restPlace }, restPlace ? `「${name}」を休憩所にしました。` : `「${name}」を休憩所から外しました。`)
    setIsSaving(false)
  }
  return (
    <li>
      <span>{name}</span>
      <label>
        {labels.namedPlace.restPlace}
        <Switch
          checked={place.restPlace}
          loading={isSaving}
          aria-label={`「${name}」は${labels.namedPlace.restPlace}`}
          onChange={(on) => void change(on)}
        />
      </label>
    </li>
  )
}

/** The names of a site's places, which of them are resting places, and a field for another one. */
export const PlaceNamesDialog = ({ officeId, onClose }: { readonly officeId: number; readonly onClose: () => void }) => {
  const result = useQuery(queryOf(namedPlace.list, { query: { officeId, limit: mostPlaces } }))
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const add = async () => {
    if (name !== '' && (await save({ officeId, name }, `「${name}」を追加しました。`))) setTyped('')
  }
  const places = result.data?.data
  return (
    <Modal open centered width={480} title="場所の名前と休憩所" onCancel={onClose} footer={<Button onClick={onClose}>閉じる</Button>}>
      <p className={styles['note']}>
        休憩所にした場所の名前が、親機・子機の設置場所と同じなら、その機器が5分以上続けて受信した人は自動で休憩中になります。
      </p>
      {places === undefined && <NoAnswerYet result={result} height={120} />}
      {places?.length === 0 && <p className={styles['note']}>名前の付いた場所は、まだありません。</p>}
      <ul className={styles['places']}>
        {places?.map((place) => (
          <Row key={place.id} place={place} />
        ))}
      </ul>
      <form
        className={styles['add']}
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <Input
          aria-label={labels.namedPlace.name}
          placeholder="例 休憩所（冷房）"
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button htmlType="submit" disabled={name === ''}>
          追加する
        </Button>
      </form>
    </Modal>
  )
}
