import InboxOutlined from '@ant-design/icons/InboxOutlined'
import styles from './archived-mark.module.css'

/** Says beside the name of an office that it is archived. */
export const ArchivedMark = () => (
  <span className={styles['mark']}>
    <InboxOutlined aria-hidden="true" />
    閉鎖済み
  </span>
)
