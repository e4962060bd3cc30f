import DownloadOutlined from '@ant-design/icons/DownloadOutlined'
import type { Endpoint } from '@mimamori/contract/endpoint'
import { Button } from 'antd'
import { useState } from 'react'
import { saveFile } from '../../platform/save-file.ts'
import { showFailure } from '../dialogs.ts'
import { fetchFile, type FileSource } from '../fetch-file.ts'
import { Panel } from '../panel.tsx'
import styles from './file-shape.module.css'

/** A column of the file and what it takes: 必須・全角の空白. */
export type ShapeColumn = { readonly name: string; readonly rule: string }

/** The columns that a file's rules name, under their labels, and the one by which a row deletes. */
export const shapeOf = <Field extends string>(
  rules: Readonly<Record<Field, string>>,
  labels: Readonly<Record<NoInfer<Field>, string>>,
): ShapeColumn[] => [
  ...Object.entries<string>(rules).map(([field, rule]) => ({ name: labels[field as Field], rule })),
  { name: '削除', rule: '1 で削除' },
]

type FileShapeProps<E extends Endpoint> = { readonly columns: readonly ShapeColumn[]; readonly template: FileSource<E> }

/** What a file to be imported looks like, and a template of it. */
export const FileShape = <E extends Endpoint>({ columns, template }: FileShapeProps<E>) => {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const { name, content } = await fetchFile(template)
      saveFile(name, content)
    } catch (error) {
      void showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Panel>
      <div className={styles['shape']}>
        <h2 className={styles['title']}>ファイルの形</h2>
        <p>1行目は見出しです。ダウンロードしたファイルを直して取り込めます。</p>
        <dl className={styles['columns']}>
          {columns.map(({ name, rule }) => (
            <div key={name} className={styles['column']}>
              <dt>{name}</dt>
              <dd className={styles['rule']}>{rule}</dd>
            </div>
          ))}
        </dl>
        <p className={styles['note']}>
          文字コードは UTF-8 か CP932。
          <br />
          大きさは 100&nbsp;MB まで。
        </p>
        <Button icon={<DownloadOutlined aria-hidden="true" />} loading={busy} onClick={() => void download()}>
          見本をダウンロード
        </Button>
      </div>
    </Panel>
  )
}
