import DownloadOutlined from '@ant-design/icons/DownloadOutlined'
import type { Endpoint } from '@mimamori/contract/endpoint'
import { fieldsOf, shownLabelsOf, type ImportFile } from '@mimamori/contract/import-files'
import { Button } from 'antd'
import { useState } from 'react'
import { saveFile } from '../../platform/save-file.ts'
import { showFailure } from '../dialogs.ts'
import { fetchFile, type FileSource } from '../fetch-file.ts'
import { Panel } from '../panel.tsx'
import styles from './file-shape.module.css'

const deletes = { label: '削除', rule: '1 で削除' }

type FileShapeProps<E extends Endpoint> = { readonly file: ImportFile; readonly template: FileSource<E> }

/** What a file to be imported looks like, and a template of it. */
export const FileShape = <E extends Endpoint>({ file, template }: FileShapeProps<E>) => {
  const [busy, setBusy] = useState(false)
  const shown = shownLabelsOf(file)
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
        <p>1行目は見出しです。ダウンロードしたファイルを直して取り込めます。必須でない列は、なくてもかまいません。</p>
        <dl className={styles['columns']}>
          {[...fieldsOf(file), deletes].map(({ label, rule }) => (
            <div key={label} className={styles['column']}>
              <dt>{label}</dt>
              <dd className={styles['rule']}>{rule}</dd>
            </div>
          ))}
        </dl>
        {shown.length > 0 && <p className={styles['note']}>{shown.join('、')}の列は見るだけです。変えても取り込みません。</p>}
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
