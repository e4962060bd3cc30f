import ArrowLeftOutlined from '@ant-design/icons/ArrowLeftOutlined'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import styles from './page-title.module.css'
import { useLeave } from './use-leave.ts'

type PageTitleProps = {
  readonly title: string
  /** How many there are, with the counter: 31人. */
  readonly count?: string | undefined
  /** Where back leads: the list's name, and its path for those who came here by a link. */
  readonly back?: { readonly label: string; readonly to: string }
  /** A legend, or the screen's actions; the main one last. */
  readonly children?: ReactNode
}

const Back = ({ label, to }: NonNullable<PageTitleProps['back']>) => (
  <Button icon={<ArrowLeftOutlined aria-hidden="true" />} onClick={useLeave(to)}>
    {label}
  </Button>
)

/** The heading of a screen. It takes the focus when the screen opens. */
export const PageTitle = ({ title, count, back, children }: PageTitleProps) => (
  <header className={styles['header']}>
    {back !== undefined && <Back {...back} />}
    <h1 className={styles['title']} tabIndex={-1}>
      {title}
    </h1>
    {count !== undefined && <span className={styles['count']}>{count}</span>}
    <div className={styles['side']}>{children}</div>
  </header>
)
