import CloseOutlined from '@ant-design/icons/CloseOutlined'
import EyeOutlined from '@ant-design/icons/EyeOutlined'
import PictureOutlined from '@ant-design/icons/PictureOutlined'
import { Button } from 'antd'
import { useRef } from 'react'
import { useOpener } from '../kit/use-opener.ts'
import { MapThumbnail } from './map-thumbnail.tsx'
import { hasDrawing, type RowDraft } from './map-rows.ts'
import { MetresDialog } from './metres-dialog.tsx'
import styles from './picture-cells.module.css'
import { megabytes } from './picture-check.ts'
import { partId } from './row-faults.ts'

type NamedRow = { readonly row: RowDraft; /** What the row is called to a reader of the page: 3行目. */ readonly place: string }

const Metres = ({ row, place, onTake }: NamedRow & { readonly onTake: (metres: number | null) => void }) => {
  const { isOpen, open, close } = useOpener()
  const words = row.imageMetres === null ? '横幅を入れる' : `横幅 ${row.imageMetres} m`
  return (
    <>
      <button
        id={partId(row.key, 'metres')}
        type="button"
        className={styles['metres']}
        aria-label={`${place}の図面の${words}`}
        onClick={open}
      >
        {words}
      </button>
      {isOpen && <MetresDialog metres={row.imageMetres} onTake={onTake} onClose={close} />}
    </>
  )
}

/** いまの図面: what the server has, in small, with its name and size. */
export const StoredPictureCell = ({ row, place, onMetres }: NamedRow & { readonly onMetres: (metres: number | null) => void }) => {
  const { picture } = row
  return (
    <div className={styles['stored']}>
      <MapThumbnail row={row} />
      <div className={styles['words']}>
        {!hasDrawing(row) ? (
          '地図だけを使う'
        ) : picture === null ? (
          '図面なし'
        ) : (
          <>
            <span className={styles['name']} title={picture.name ?? undefined}>
              {picture.name ?? '図面'}
            </span>
          </>
        )}
        <span className={styles['measures']}>
          {hasDrawing(row) && picture !== null && picture.size !== null && <span>{megabytes(picture.size)}</span>}
          {row.type === 1 && (picture !== null || row.chosen !== null) && <Metres row={row} place={place} onTake={onMetres} />}
        </span>
      </div>
    </div>
  )
}

type NewPictureProps = NamedRow & {
  readonly isFaulty: boolean
  readonly onChoose: (file: File) => void
  readonly onDrop: () => void
  readonly onPreview: () => void
}

/** 新しい図面: the file picker, and the file once one was chosen or refused. */
export const NewPictureCell = ({ row, place, isFaulty, onChoose, onDrop, onPreview }: NewPictureProps) => {
  const input = useRef<HTMLInputElement>(null)
  const id = partId(row.key, 'picture')
  if (!hasDrawing(row)) return <span className={styles['none']}>不要</span>
  const { chosen } = row
  const shown = chosen === null ? row.refused : { name: chosen.file.name, size: chosen.file.size }
  const pick = () => input.current?.click()
  const drop = () => {
    onDrop()
    // The button that was pressed goes with the file.
    queueMicrotask(() => document.getElementById(id)?.focus())
  }
  return (
    <>
      {shown === null ? (
        <Button id={id} size="small" className={styles['pick'] ?? ''} danger={isFaulty} aria-label={`${place}の図面を選ぶ`} onClick={pick}>
          図面を選ぶ
        </Button>
      ) : (
        <div className={styles['chip']} data-faulty={chosen === null}>
          <button
            id={id}
            type="button"
            className={styles['again']}
            aria-label={`${place}の新しい図面 ${shown.name}。選び直す`}
            onClick={pick}
          >
            <PictureOutlined aria-hidden="true" />
            <span className={styles['words']}>
              <span className={styles['name']} title={shown.name}>
                {shown.name}
              </span>
              <span>{megabytes(shown.size)}</span>
            </span>
          </button>
          <span className={styles['tools']}>
            <button type="button" className={styles['tool']} aria-label={`${place}の新しい図面を取り消す`} onClick={drop}>
              <CloseOutlined aria-hidden="true" />
            </button>
            {chosen !== null && (
              <button type="button" className={styles['tool']} aria-label={`${place}の新しい図面を確かめる`} onClick={onPreview}>
                <EyeOutlined aria-hidden="true" />
              </button>
            )}
          </span>
        </div>
      )}
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept=".png,.jpg,.jpeg,image/png,image/jpeg"
        aria-label={`${place}の図面のファイル`}
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file !== undefined) onChoose(file)
          // The same file again, once it is mended, is a new choice.
          event.target.value = ''
        }}
      />
    </>
  )
}
