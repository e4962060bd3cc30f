import FileTextOutlined from '@ant-design/icons/FileTextOutlined'
import UploadOutlined from '@ant-design/icons/UploadOutlined'
import { message } from '@mimamori/contract/messages'
import { Button } from 'antd'
import { useId, useRef, useState } from 'react'
import { FieldHead } from '../form/field.tsx'
import { sizeInWords } from './csv-file.ts'
import styles from './file-drop.module.css'

/** What one upload may hold (spec §9). */
const largestFile = 100_000_000

/** Why a file cannot be taken; undefined where it can. */
export const fileFault = (files: readonly { readonly name: string; readonly size: number }[]): string | undefined => {
  const [file] = files
  if (file === undefined) return undefined
  if (files.length > 1) return message('oneFileOnly')
  if (!file.name.toLowerCase().endsWith('.csv')) return message('E003')
  return file.size > largestFile ? message('WF_E001') : undefined
}

type FileDropProps = {
  readonly file: File | undefined
  /** What is known of the file beside its size. */
  readonly note: string | undefined
  /** The chosen file; undefined where what was chosen cannot be sent, so that nothing is. */
  readonly onFile: (file: File | undefined) => void
}

/** One CSV file, dropped or chosen. */
export const FileDrop = ({ file, note, onFile }: FileDropProps) => {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [fault, setFault] = useState<string>()
  const id = useId()

  const take = (files: readonly File[]) => {
    const found = fileFault(files)
    setFault(found)
    if (files.length > 0) onFile(found === undefined ? files[0] : undefined)
  }

  return (
    <div>
      <FieldHead required>
        <label htmlFor={id}>CSVファイル</label>
      </FieldHead>
      <div
        className={styles['drop']}
        data-over={over}
        data-chosen={file !== undefined}
        data-fault={fault !== undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take([...event.dataTransfer.files])
        }}
      >
        <FileTextOutlined className={styles['icon']} aria-hidden="true" />
        {file === undefined ? (
          <p className={styles['words']}>ここにファイルを置くか、ボタンで選びます。</p>
        ) : (
          <div className={styles['words']}>
            <p className={styles['name']}>{file.name}</p>
            <p className={styles['note']}>{[sizeInWords(file.size), note].filter(Boolean).join('・')}</p>
          </div>
        )}
        <Button icon={<UploadOutlined aria-hidden="true" />} aria-describedby={`${id}-fault`} onClick={() => input.current?.click()}>
          {file === undefined ? 'ファイルを選ぶ' : '別のファイルを選ぶ'}
        </Button>
        <input
          ref={input}
          id={id}
          className="visually-hidden"
          type="file"
          accept=".csv,text/csv"
          tabIndex={-1}
          onChange={(event) => {
            take([...(event.target.files ?? [])])
            // The same file again, once it is mended, is a new choice.
            event.target.value = ''
          }}
        />
      </div>
      <p id={`${id}-fault`} role="alert" className={styles['fault']}>
        {fault}
      </p>
    </div>
  )
}
