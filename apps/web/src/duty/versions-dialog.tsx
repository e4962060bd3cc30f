import { duty } from '@mimamori/contract/duty'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { queryOf } from '../platform/query.ts'
import { LinePanel } from './line-panel.tsx'
import { ProceduresPanel } from './procedures-panel.tsx'
import styles from './versions-dialog.module.css'
import { momentOf } from './words.ts'

const Content = ({ officeId, version }: { readonly officeId: number; readonly version: number }) => {
  const result = useQuery(queryOf(duty.read, { params: { officeId }, query: { version } }))
  if (result.data === undefined) return <NoAnswerYet result={result} height={120} />
  return (
    <div className={styles['content']}>
      <LinePanel duty={result.data} />
      <ProceduresPanel duty={result.data} />
    </div>
  )
}

type Props = { readonly officeId: number; readonly inForce: number; readonly onClose: () => void }

/** All versions of a site, the latest first; each unfolds. */
export const VersionsDialog = ({ officeId, inForce, onClose }: Props) => {
  const [open, setOpen] = useState<number>()
  const result = useQuery(queryOf(duty.versions, { params: { officeId }, query: { limit: 200 } }))
  return (
    <Modal open centered width={640} title="版の履歴" footer={null} onCancel={onClose}>
      {result.data === undefined ? (
        <NoAnswerYet result={result} />
      ) : (
        <ul className={styles['versions']}>
          {result.data.data.map(({ version, validFrom, madeAt, madeBy, briefed }) => (
            <li key={version}>
              <div className={styles['row']}>
                <div>
                  <strong>
                    版{version}
                    {version === inForce && '（適用中）'}
                    {version > inForce && '（これから）'}
                  </strong>
                  <span>
                    {validFrom}から・周知 {briefed}人
                  </span>
                  <small>
                    {momentOf(madeAt)} {madeBy}が保存
                  </small>
                </div>
                <Button aria-expanded={open === version} onClick={() => setOpen(open === version ? undefined : version)}>
                  {open === version ? 'たたむ' : '内容を見る'}
                </Button>
              </div>
              {open === version && <Content officeId={officeId} version={version} />}
            </li>
          ))}
        </ul>
      )}
    </Modal>
  )
}
