import ExclamationCircleFilled from '@ant-design/icons/ExclamationCircleFilled'
import ReloadOutlined from '@ant-design/icons/ReloadOutlined'
import { Button } from 'antd'
import { clockOf } from '../platform/japan-time.ts'
import styles from './stale-banner.module.css'

type Refreshed = { readonly isFetching: boolean; readonly dataUpdatedAt: number; readonly refetch: () => unknown }

/** Says that what is shown is not the latest, and from when it is. */
export const StaleBanner = ({ result }: { readonly result: Refreshed }) => (
  <div className={styles['banner']} role="status">
    <ExclamationCircleFilled className={styles['icon']} />
    <p className={styles['text']}>
      <strong>最新の値を読み込めません。</strong>
      {clockOf(result.dataUpdatedAt)} の値を表示しています。
    </p>
    <Button icon={<ReloadOutlined aria-hidden="true" />} size="small" loading={result.isFetching} onClick={() => void result.refetch()}>
      再読込
    </Button>
  </div>
)
