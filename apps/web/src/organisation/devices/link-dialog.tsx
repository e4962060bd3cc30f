import { message } from '@mimamori/contract/messages'
import { useState, type Key } from 'react'
import { Banner } from '../../kit/banner.tsx'
import { ListDialog, type ListDialogProps } from '../../kit/list-dialog.tsx'
import { notify } from '../../kit/notify.ts'
import { errorLines } from '../../platform/call-error.ts'
import { queryClient } from '../../platform/query.ts'
import styles from './link-dialog.module.css'

type LinkDialogProps<Row extends object> = Omit<ListDialogProps<Row>, 'rowKey' | 'notice'> & {
  readonly serialOf: (row: Row) => string
  /** The serial of what a row is tied to; null where it is free. */
  readonly parentOf: (row: Row) => string | null
  /** The serial of what the rows are tied to here. */
  readonly parent: string
  /** What a parent is called: 暑さ指数計. */
  readonly parentName: string
  /** The serials that are tied to it now; undefined while they are on their way. */
  readonly linked: readonly string[] | undefined
  /** Saves the whole set. */
  readonly save: (serials: readonly string[]) => Promise<unknown>
  /** Paths whose lists show the links. */
  readonly listPaths: readonly string[]
}

const isChanged = (linked: readonly Key[], keys: readonly Key[]) =>
  linked.length !== keys.length || linked.some((key) => !keys.includes(key))

const changeInWords = (linked: readonly Key[], keys: readonly Key[]) => {
  const added = keys.filter((key) => !linked.includes(key)).length
  const removed = linked.filter((key) => !keys.includes(key)).length
  const change = [added > 0 && `追加 ${added}件`, removed > 0 && `解除 ${removed}件`].filter(Boolean).join('・')
  return `${keys.length}件を選んでいます${change === '' ? '' : `（${change}）`}`
}

/**
 * Links devices to one other: linked ones are ticked, those linked elsewhere cannot be, and the whole set is saved, on
 * whatever page it is.
 */
export const LinkDialog = <Row extends object>(props: LinkDialogProps<Row>) => {
  const { serialOf, parentOf, parent, parentName, linked, save, listPaths, ...frame } = props
  const [chosen, setChosen] = useState<readonly Key[]>()
  const [refused, setRefused] = useState<readonly string[]>([])
  const [saving, setSaving] = useState(false)
  const keys = chosen ?? linked ?? []

  const hindrance = (row: Row) => {
    if (linked === undefined) return '読み込み中'
    const tied = parentOf(row)
    return tied === null || tied === parent ? undefined : `${parentName} ${tied} につながっています`
  }
  const decide = async () => {
    setSaving(true)
    try {
      await save(keys.map(String))
      queryClient.removeQueries({ type: 'inactive' })
      notify.success(message('C003'))
      frame.onClose()
    } catch (error) {
      setRefused(errorLines(error).map((line) => line.text))
    } finally {
      setSaving(false)
    }
    // After a refusal too: somebody else has tied one of them meanwhile.
    await Promise.all(listPaths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })))
  }

  return (
    <ListDialog
      {...frame}
      width={920}
      filters={
        <>
          {frame.filters}
          <p className={styles['note']}>ほかの{parentName}につながっている機器は選べません。</p>
        </>
      }
      rowKey={serialOf}
      notice={refused.length > 0 && <Banner kind="failure">{refused.join('\n')}</Banner>}
      selection={{ type: 'checkbox', keys, onChange: setChosen, hindrance, nameOf: serialOf }}
      count={linked === undefined ? '' : changeInWords(linked, keys)}
      verb="保存する"
      ready={linked !== undefined}
      changed={linked !== undefined && isChanged(linked, keys)}
      deciding={saving}
      onDecide={() => void decide()}
    />
  )
}
