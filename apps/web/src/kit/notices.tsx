import CheckOutlined from '@ant-design/icons-svg/es/asn/CheckOutlined'
import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined'
import CloudOutlined from '@ant-design/icons-svg/es/asn/CloudOutlined'
import EditOutlined from '@ant-design/icons-svg/es/asn/EditOutlined'
import ExclamationCircleFilled from '@ant-design/icons-svg/es/asn/ExclamationCircleFilled'
import { useSyncExternalStore } from 'react'
import { usePhrase } from '../platform/phrases.ts'
import { SvgIcon } from './svg-icon.tsx'
import { PlainButton } from './plain-button.tsx'
import styles from './notices.module.css'
import { currentNotices, dismiss, subscribeNotices, type NoticeKind } from './notify.ts'
import { Phrase } from './phrase.tsx'

const icons: Record<NoticeKind, typeof CheckOutlined> = { success: CheckOutlined, failure: ExclamationCircleFilled, news: CloudOutlined }

/** Where the notices of `notify` appear. Rendered once, in the shell. */
export const Notices = () => {
  const phrase = usePhrase()
  const notices = useSyncExternalStore(subscribeNotices, currentNotices)
  return (
    <div className={styles['place']} role="status" aria-live="polite" data-above>
      {notices.map(({ id, kind, text, action }) => {
        const icon = action === undefined ? icons[kind] : EditOutlined
        return (
          <div key={id} className={styles['notice']} data-kind={kind}>
            <SvgIcon icon={icon} className={styles['icon']} />
            <p className={styles['text']}>
              <Phrase text={text} />
            </p>
            {action !== undefined && (
              <PlainButton
                small
                onClick={() => {
                  dismiss(id)
                  action.run()
                }}
              >
                {action.verb}
              </PlainButton>
            )}
            <PlainButton kind="text" small icon={CloseOutlined} aria-label={phrase('お知らせを閉じる')} onClick={() => dismiss(id)} />
          </div>
        )
      })}
    </div>
  )
}
