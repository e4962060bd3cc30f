import CloudOutlined from '@ant-design/icons-svg/es/asn/CloudOutlined'
import { useEffect, useState } from 'react'
import styles from './offline-notice.module.css'
import { SvgIcon } from './svg-icon.tsx'
import { useOnline } from './use-online.ts'
import { TranslatedText } from './translated-text.tsx'

const backFor = 4_000

/** A dark bar while the connection is lost, and a word when it is back. */
export const OfflineNotice = () => {
  const online = useOnline()
  const [back, setBack] = useState(false)

  useEffect(() => {
    if (!online) return () => setBack(true)
    const timer = setTimeout(() => setBack(false), backFor)
    return () => clearTimeout(timer)
  }, [online])

  return (
    <div role="status" className={styles['place']} data-above>
      {!online && (
        <div className={styles['bar']}>
          <SvgIcon icon={CloudOutlined} className={styles['icon']} />
          <div>
            <p className={styles['title']}>
              <TranslatedText name="common.offline" />
            </p>
            <p>
              <TranslatedText name="common.offlineHint" />
            </p>
          </div>
        </div>
      )}
      {online && back && (
        <div className={styles['bar']}>
          <SvgIcon icon={CloudOutlined} className={styles['icon']} />
          <p className={styles['title']}>
            <TranslatedText name="common.online" />
          </p>
        </div>
      )}
    </div>
  )
}
