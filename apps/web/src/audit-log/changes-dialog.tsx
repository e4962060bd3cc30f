import type { AuditEntry } from '@mimamori/contract/audit-log'
import { labels } from '@mimamori/contract/labels'
import { Button, Modal } from 'antd'
import { useScrollFocus } from '../kit/use-scroll-focus.ts'
import styles from './changes-dialog.module.css'
import type { ChannelNames } from '../organisation/settings/setting-value.ts'
import { changesOf } from './diff.ts'

type ChangesDialogProps = {
  readonly entry: AuditEntry
  readonly title: string
  readonly channels: ChannelNames
  readonly onClose: () => void
}

/** Everything one entry says, field by field. */
export const ChangesDialog = ({ entry, title, channels, onClose }: ChangesDialogProps) => {
  const frame = useScrollFocus(title, '[data-scroll]')
  return (
    <Modal open centered width={720} title={title} onCancel={onClose} footer={<Button onClick={onClose}>閉じる</Button>}>
      <div ref={frame}>
        <div className={styles['scroll']} data-scroll>
          <table className={styles['table']}>
            <thead>
              <tr>
                <th scope="col">項目</th>
                <th scope="col">{labels.auditLog.before}</th>
                <th scope="col">{labels.auditLog.after}</th>
              </tr>
            </thead>
            <tbody>
              {changesOf(entry.resource, entry.before, entry.after, channels).map(({ field, label, before, after }) => (
                <tr key={field}>
                  <th scope="row">{label}</th>
                  <td>{before}</td>
                  <td>{after}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </Modal>
  )
}
