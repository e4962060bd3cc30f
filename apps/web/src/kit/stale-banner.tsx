import ExclamationCircleFilled from '@ant-design/icons-svg/es/asn/ExclamationCircleFilled'
import ReloadOutlined from '@ant-design/icons-svg/es/asn/ReloadOutlined'
import { clockOf } from '../platform/japan-time.ts'
import { SvgIcon } from './svg-icon.tsx'
import { PlainButton } from './plain-button.tsx'
import styles from './stale-banner.module.css'
import { TranslatedText } from './translated-text.tsx'

type Refreshed = { readonly isFetching: boolean; readonly dataUpdatedAt: number; readonly refetch: () => unknown }

/** Says that what is shown is not the latest, and from when it is. */
export const StaleBanner = ({ result }: { readonly result: Refreshed }) => {
  return (
    <div className={styles['banner']} role="status">
      <SvgIcon icon={ExclamationCircleFilled} className={styles['icon']} />
      <p className={styles['text']}>
        <strong>
          <TranslatedText name="common.stale" />
        </strong>
        <TranslatedText name="common.staleSince" values={{ time: clockOf(result.dataUpdatedAt) }} />
      </p>
      <PlainButton icon={ReloadOutlined} small loading={result.isFetching} onClick={() => void result.refetch()}>
        <TranslatedText name="common.reload" />
      </PlainButton>
    </div>
  )
}
