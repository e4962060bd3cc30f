import CheckOutlined from '@ant-design/icons/CheckOutlined'
import CloseOutlined from '@ant-design/icons/CloseOutlined'
import CloudOutlined from '@ant-design/icons/CloudOutlined'
import EditOutlined from '@ant-design/icons/EditOutlined'
import ExclamationCircleFilled from '@ant-design/icons/ExclamationCircleFilled'
import { Button } from 'antd'
import { useSyncExternalStore } from 'react'
import { usePhrase } from '../platform/phrases.ts'
import styles from './notices.module.css'
import { currentNotices, dismiss, subscribeNotices, type NoticeKind } from './notify.ts'
import { Phrase } from './phrase.tsx'

const icons: Record<NoticeKind, typeof CheckOutlined> = { success: CheckOutlined, failure: ExclamationCircleFilled, news: CloudOutlined }

/** Where the notices of `notify` appear. Rendered once, in the shell. */
export const Notices = () => {
  const phrase = usePhrase()
  const notices = useSyncExternalStore(subscribeNotices, currentNotices)
  return (
    <div className={styles['place']} role="status" aria-live="polite">
      {notices.map(({ id, kind, text, action }) => {
        const Icon = action === undefined ? icons[kind] : EditOutlined
        return (
          <div key={id} className={styles['notice']} data-kind={kind}>
            <Icon className={styles['icon']} />
            <p className={styles['text']}>
              <Phrase text={text} />
            </p>
            {action !== undefined && (
              <Button
                size="small"
                onClick={() => {
                  dismiss(id)
                  action.run()
                }}
              >
                {action.verb}
              </Button>
            )}
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined aria-hidden="true" />}
              aria-label={phrase('お知らせを閉じる')}
              onClick={() => dismiss(id)}
            />
          </div>
        )
      })}
    </div>
  )
}
