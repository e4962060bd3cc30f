import { labels } from '@mimamori/contract/labels'
import { logbook, logbookSources } from '@mimamori/contract/logbook'
import { screens } from '@mimamori/contract/screens'
import { DownloadButton } from '../kit/download-button.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { ListFailure } from '../kit/list-failure.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { Panel } from '../kit/panel.tsx'
import { ReportTabs } from '../organisation/reports/report-tabs.tsx'
import { BookCurve } from './book-curve.tsx'
import { LogbookFilters } from './logbook-filters.tsx'
import { LogbookLines } from './logbook-lines.tsx'
import styles from './logbook-screen.module.css'
import { SourceLabel } from './source-mark.tsx'
import { bookQueryOf, type Book, useBook, useLines } from './use-book.ts'

const { title } = screens.logbook

const unchosen = { filtered: '', none: `${labels.user.officeName}を選んでください`, wayOut: '選んだ拠点の暑さ指数の記録を表示します。' }
const Legend = () => (
  <ul className={styles['legend']} aria-label="出どころの凡例">
    {logbookSources.map((source) => (
      <li key={source}>
        <SourceLabel source={source} />
      </li>
    ))}
  </ul>
)

type DownloadsProps = { readonly book: Book; readonly count: number | undefined }

const Downloads = ({ book, count }: DownloadsProps) => {
  const { span, office } = book
  const name = `${title}_${office?.officeName ?? ''}_${span.from}_${span.to}`
  const files = (['csv', 'pdf'] as const).map((format) => (
    <DownloadButton
      disabled={count === undefined || count === 0}
      key={format}
      label={format.toUpperCase()}
      endpoint={logbook.download}
      input={{ query: { ...bookQueryOf(book), format } }}
      fileName={`${name}.${format}`}
    />
  ))
  return (
    <>
      {count === 0 && <span className={styles['nothing']}>出力するデータがありません。期間か暑さ指数計を変えてください。</span>}
      {files}
    </>
  )
}

/** /report/logbook: what the watchers of a site said, value by value, with where it comes from and what is missing. */
export const LogbookScreen = () => {
  const book = useBook()
  const result = useLines(book)
  const count = result.data?.count
  return (
    <>
      <PageTitle count={count === undefined ? undefined : `${count.toLocaleString('ja-JP')}行`}>
        {book.office !== undefined && <Downloads book={book} count={count} />}
      </PageTitle>
      <ReportTabs />
      <p className={styles['on-paper']}>印刷には、PDFをお使いください。</p>
      <div className={styles['on-screen']}>
        <Panel>
          <LogbookFilters book={book} />
          {book.office !== undefined && (
            <>
              {count !== undefined && count > 0 && <BookCurve book={book} />}
              <Legend />
              <LogbookLines unit={book.unit} list={book.list} result={result} />
            </>
          )}
          {book.failure !== undefined && <ListFailure {...book.failure} />}
          {book.office === undefined && book.isKnown && <EmptyState empty={unchosen} filtered={false} onClear={() => undefined} />}
        </Panel>
      </div>
    </>
  )
}
