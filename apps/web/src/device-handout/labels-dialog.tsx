import { labels } from '@mimamori/contract/labels'
import { type LabelKind, type LabelSheet, labelSheetNames, labelSheets, wear } from '@mimamori/contract/wear'
import { InputNumber, Modal, Segmented, Select } from 'antd'
import { useState } from 'react'
import { DownloadButton } from '../kit/download-button.tsx'
import { GroupFilter } from '../organisation/offices/group-filter.tsx'
import styles from './labels-dialog.module.css'

const kinds = [
  { value: 'device', label: '機器の番号札' },
  { value: 'worker', label: '作業者証' },
] as const satisfies readonly { value: LabelKind; label: string }[]

const sheets = labelSheets.map((value) => ({ value, label: labelSheetNames[value] }))
const standard: Record<LabelKind, LabelSheet> = { device: '24', worker: '10' }

/** Prints labels of the site's devices, or cards of its workers, with QR codes. */
export const LabelsDialog = ({ officeId, onClose }: { readonly officeId: number; readonly onClose: () => void }) => {
  const [kind, setKind] = useState<LabelKind>('device')
  const [sheet, setSheet] = useState<LabelSheet>(standard.device)
  const [skip, setSkip] = useState(0)
  const [groupId, setGroupId] = useState<number>()
  const ofGroup = kind === 'worker' && groupId !== undefined ? { groupId } : {}
  return (
    <Modal
      open
      centered
      width={520}
      title="番号札・作業者証を印刷"
      onCancel={onClose}
      footer={
        <DownloadButton
          label="PDFを作る"
          endpoint={wear.labels}
          input={{ query: { officeId, kind, sheet, skip, ...ofGroup } }}
          fileName="ラベル.pdf"
        />
      }
    >
      <div className={styles['fields']}>
        <Segmented<LabelKind>
          block
          aria-label={labels.wear.kind}
          options={[...kinds]}
          value={kind}
          onChange={(next) => {
            setKind(next)
            setSheet(standard[next])
          }}
        />
        {kind === 'worker' && <GroupFilter officeId={officeId} value={groupId} onChange={setGroupId} />}
        <label>
          {labels.wear.sheet}
          <Select<LabelSheet> aria-label={labels.wear.sheet} options={sheets} value={sheet} onChange={setSheet} />
        </label>
        <label>
          {labels.wear.skip}
          <InputNumber
            aria-label={labels.wear.skip}
            min={0}
            max={Number(sheet) - 1}
            precision={0}
            value={skip}
            onChange={(value) => setSkip(value ?? 0)}
          />
        </label>
        <p className={styles['note']}>
          A4のラベル用紙に、拡大や縮小をせずに（100%で）印刷してください。途中まで使った用紙では、使い終わった枚数を入れると、その次から印刷します。
          作業者証は、貸出のときに人を見分け、PINと合わせてログインにも使えます。カードだけでは何も開きません。
        </p>
      </div>
    </Modal>
  )
}
