import ArrowLeftOutlined from '@ant-design/icons/ArrowLeftOutlined'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useScreenTitle, type PlainScreen } from '../platform/screen.ts'
import styles from './page-title.module.css'
import { useWayTo } from './use-way-to.ts'
import { Phrase } from './phrase.tsx'

type PageTitleProps = {
  /** What the screen is called to this person, where that is not its name. */
  readonly title?: ReactNode
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
  return (
    <Button icon={<ArrowLeftOutlined aria-hidden="true" />} onClick={useWayTo(screen, search)}>
      <Phrase text={screen.title} />
    </Button>
  )
}

/** The heading of a screen: its name. It takes the focus when the screen opens. */
export const PageTitle = ({ title, count, back, backSearch, children }: PageTitleProps) => {
  const name = useScreenTitle()
  return (
    <header className={styles['header']}>
      {back !== undefined && <Back screen={back} search={backSearch} />}
      <h1 className={styles['title']} tabIndex={-1}>
        {title ?? <Phrase text={name} />}
      </h1>
      {count !== undefined && <span className={styles['count']}>{count}</span>}
      <div className={styles['side']}>{children}</div>
    </header>
  )
}
