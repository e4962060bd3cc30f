import { siteMap } from '@mimamori/contract/site-map'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { Banner } from '../kit/banner.tsx'
import { queryOf } from '../platform/query.ts'
import { nameOf, type ChosenPicture, type RowDraft } from './map-rows.ts'
import { countInWords, placedOn, type PlacedDevice } from './placed-devices.ts'
import { PinnedPicture } from './pinned-picture.tsx'
import styles from './preview-dialog.module.css'
import { useChosenPicture, useStoredPicture } from './use-picture.ts'

type Size = { readonly width: number; readonly height: number }

// Less than this nobody sees.
const invisibleDifference = 0.02

// Of a drawing that takes half a dialog, on a sharp screen.
const shownWidth = 1_600

/** Whether two drawings differ so much in their proportions that what is on them moves. */
const isOtherShape = (before: Size, after: Size): boolean =>
  Math.abs((before.width * after.height) / (before.height * after.width) - 1) > invisibleDifference

type PreviewProps = {
  readonly row: RowDraft
  readonly chosen: ChosenPicture
  /** Takes the drawing; undefined where it is taken already. */
  readonly onTake: (() => void) | undefined
  readonly onClose: () => void
}

const pinWords = (devices: readonly PlacedDevice[] | undefined, isFailed: boolean): string => {
  if (isFailed) return '置いてある機器を読み込めませんでした。機器の位置は、図面を替えてもそのまま残ります。'
  if (devices === undefined) return '置いてある機器を読み込んでいます。'
  if (devices.length === 0) return 'このマップには、まだ機器が置かれていません。'
  return `置いてある${countInWords(devices)}は、新しい図面の同じ位置に残ります。ずれていないかを確かめてください。`
}

/** A new drawing beside the present one, with what is on them, before it is taken. */
export const PreviewDialog = ({ row, chosen, onTake, onClose }: PreviewProps) => {
  const { id, picture } = row
  const mapResult = useQuery({ ...queryOf(siteMap.one, { params: { id: id ?? 0 } }), enabled: id !== null })
  const devices = id === null ? [] : mapResult.data && placedOn(mapResult.data)
  const before = useStoredPicture(picture?.key, shownWidth)
  const after = useChosenPicture(chosen.file, shownWidth)
  return (
    <Modal
      open
      centered
      width={picture === null ? 800 : 1_200}
      title={`${nameOf(row)}の新しい図面`}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{onTake === undefined ? '閉じる' : 'やめる'}</Button>
          {onTake !== undefined && (
            <Button type="primary" onClick={onTake}>
              この図面にする
            </Button>
          )}
        </>
      }
    >
      {before.data !== undefined && isOtherShape(before.data.bitmap, chosen) && (
        <Banner kind="prompt">縦と横の比がいまの図面と違います。置いてある機器の位置がずれることがあります。</Banner>
      )}
      {id !== null && (
        <p className={styles['words']} role="status">
          {pinWords(devices, mapResult.isError)}
        </p>
      )}
      <div className={styles['pair']}>
        {picture !== null && <PinnedPicture title="いまの図面" result={before} size={picture} devices={devices ?? []} />}
        <PinnedPicture title="新しい図面" result={after} size={chosen} devices={devices ?? []} />
      </div>
    </Modal>
  )
}
