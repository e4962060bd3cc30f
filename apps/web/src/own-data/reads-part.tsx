import { endpoints } from '@mimamori/contract/endpoints'
import type { OwnDataRead } from '@mimamori/contract/own-data'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { TranslatedText } from '../kit/translated-text.tsx'
import { call } from '../platform/api.ts'
import { momentIn } from '../platform/local-format.ts'
import { currentLanguage, useTranslation } from '../platform/texts.ts'
import styles from './my-data.module.css'
import { screenKeyOf } from './screen-key.ts'

const rowsAtATime = 20

const { myReads } = endpoints.ownData

const useReads = () =>
  useInfiniteQuery({
    queryKey: [myReads.path],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => call(myReads, { query: { offset: pageParam, limit: rowsAtATime }, signal }),
    getNextPageParam: (last, pages) => {
      const read = pages.reduce((sum, { data }) => sum + data.length, 0)
      return read < last.count && last.data.length > 0 ? read : undefined
    },
  })

const Read = ({ read }: { readonly read: OwnDataRead }) => {
  const { t } = useTranslation()
  const screen = screenKeyOf(read.screen)
  const ways = [read.isBulk && t('myData.inList'), read.action === 'export' && t('myData.asFile')].filter((way) => way !== false)
  return (
    <li className={styles['read']}>
      <span className={styles['when']}>{momentIn(currentLanguage(), read.at)}</span>
      <span className={styles['who']}>
        <TranslatedText name={read.role === 'readKey' ? 'myData.readKey' : `myData.roles.${read.role}`} />
      </span>
      <span>
        {screen === undefined ? read.screen : <TranslatedText name={`myData.screens.${screen}`} />}
        {read.isBulk && <small className={styles['times']}>×{read.times}</small>}
      </span>
      {ways.length > 0 && <small className={styles['way']}>{ways.join('・')}</small>}
    </li>
  )
}

/** Who looked at one's details: by role, when and on which screen. */
export const ReadsPart = () => {
  const result = useReads()
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = result
  if (data === undefined) return <NoAnswerYet result={result} />
  const reads = data.pages.flatMap((page) => page.data)
  return (
    <div className={styles['reads']}>
      <p className={styles['note']}>
        <TranslatedText name="myData.readsIntro" />
      </p>
      {reads.length === 0 && (
        <p>
          <TranslatedText name="myData.readsEmpty" />
        </p>
      )}
      <ul className={styles['list']}>
        {reads.map((read) => (
          <Read key={`${read.at} ${read.screen} ${read.role} ${read.action} ${String(read.isBulk)}`} read={read} />
        ))}
      </ul>
      {hasNextPage && (
        <Button size="large" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          <TranslatedText name="myData.more" />
        </Button>
      )}
    </div>
  )
}
