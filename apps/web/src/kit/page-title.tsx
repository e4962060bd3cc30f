import ArrowLeftOutlined from '@ant-design/icons/ArrowLeftOutlined'
import { useRouter } from '@tanstack/react-router'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import styles from './page-title.module.css'

type PageTitleProps = {
  readonly title: string
  /** How many there are, with the counter: 31人. */
  readonly count?: string | undefined
  /** Where back leads: the list's name, and its path for those who came here by a link. */
  readonly back?: { readonly label: string; readonly to: string }
  /** A legend, or the screen's actions; the main one last. */
  readonly children?: ReactNode
}

/** The heading of a screen. It takes the focus when the screen opens. */
export const PageTitle = ({ title, count, back, children }: PageTitleProps) => {
  const router = useRouter()
  const goBack = (to: string) => {
    // Back in history keeps the list's filters and page; a person who came by a link has no list behind them.
    if (router.history.canGoBack()) router.history.back()
    else void router.navigate({ to })
  }
  return (
    <header className={styles['header']}>
      {back !== undefined && (
        <Button icon={<ArrowLeftOutlined />} onClick={() => goBack(back.to)}>
          {back.label}
        </Button>
      )}
      <h1 className={styles['title']} tabIndex={-1}>
        {title}
      </h1>
      {count !== undefined && <span className={styles['count']}>{count}</span>}
      <div className={styles['side']}>{children}</div>
    </header>
  )
}
