import ArrowLeftOutlined from '@ant-design/icons/ArrowLeftOutlined'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { usePhrase } from '../platform/phrases.ts'
import { useScreenTitle, type PlainScreen } from '../platform/screen.ts'
import styles from './page-title.module.css'
import { useWayTo } from './use-way-to.ts'

type PageTitleProps = {
  /** What the screen is called to this person, where that is not its name. */
  readonly title?: string | undefined
  /** How many there are, with the counter: 31人. */
  readonly count?: ReactNode
  /** The list that the way back leads to, as it was last seen. */
  readonly back?: PlainScreen
  /** The search of that list for people who did not come from it. */
  readonly backSearch?: Readonly<Record<string, unknown>>
  /** A legend, or the screen's actions; the main one last. */
  readonly children?: ReactNode
}

type BackProps = { readonly screen: PlainScreen; readonly search: Readonly<Record<string, unknown>> | undefined }

const Back = ({ screen, search }: BackProps) => {
  const phrase = usePhrase()
  return (
    <Button icon={<ArrowLeftOutlined aria-hidden="true" />} onClick={useWayTo(screen, search)}>
      {phrase(screen.title)}
    </Button>
  )
}

/** The heading of a screen: its name. It takes the focus when the screen opens. */
export const PageTitle = ({ title, count, back, backSearch, children }: PageTitleProps) => {
  const name = useScreenTitle()
  const phrase = usePhrase()
  return (
    <header className={styles['header']}>
      {back !== undefined && <Back screen={back} search={backSearch} />}
      <h1 className={styles['title']} tabIndex={-1}>
        {title ?? phrase(name)}
      </h1>
      {count !== undefined && <span className={styles['count']}>{count}</span>}
      <div className={styles['side']}>{children}</div>
    </header>
  )
}
