import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { message } from '@mimamori/contract/messages'
import { mailStateNames, type MailState, type OutboxMail } from '@mimamori/contract/outbox-mail'
import { screenSearch } from '@mimamori/contract/screen-search'
import { useQuery } from '@tanstack/react-query'
import { Banner } from '../kit/banner.tsx'
import type { Column } from '../kit/data-table.tsx'
import { DayFilters } from '../kit/day-filter.tsx'
import { SelectFilter } from '../kit/filter-fields.tsx'
import { ResourceList } from '../kit/resource-list.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { OfficeFilter } from '../organisation/offices/office-filters.tsx'
import { SubjectName, SubjectTabs } from '../organisation/panels/subject-title.tsx'
import { clockOf, dateOf } from '../platform/japan-time.ts'
import { queryOf } from '../platform/query.ts'
import styles from './list-screen.module.css'
import { ResendButton } from './resend-button.tsx'
import { everybodyOf } from './words.ts'

const sortKeys = ['at', 'state'] as const
type SortKey = (typeof sortKeys)[number]
const spec = { filters: screenSearch.outboxMailList, sortKeys, pageSize: 50 }

const states = Object.entries(mailStateNames).map(([value, label]) => ({ value: value as MailState, label }))

const instant = (at: string) => `${dateOf(Date.parse(at)).replaceAll('-', '/')} ${clockOf(at)}`

const Reason = ({ reason, detail }: { readonly reason: string; readonly detail: string }) => (
  <>
    {reason}
    <span className={styles['detail']}>{detail}</span>
  </>
)

/** How far a mail has got; of one that did not, who lacks it and why. */
const State = ({ mail, hasServer }: { readonly mail: OutboxMail; readonly hasServer: boolean }) => {
  const { state, sentAt, nextTryAt, refused, problem } = mail
  const tried = state === 'retrying' && hasServer && nextTryAt !== null ? `次は ${clockOf(nextTryAt)}` : ''
  return (
    <div className={styles['state']}>
      <span>
        <strong data-state={state}>{mailStateNames[state]}</strong> {sentAt === null ? tried : clockOf(sentAt)}
      </span>
      {problem !== null && <Reason {...problem} />}
      {refused.map(({ address, ...why }) => (
        <span key={address}>
          {address}　<Reason {...why} />
        </span>
      ))}
    </div>
  )
}

// The subject says the site; how far a mail has got must stay in sight beside it.
const columnsFor = (hasServer: boolean): readonly Column<OutboxMail, SortKey>[] => [
  { key: 'at', title: labels.outboxMail.at, sortKey: 'at', width: 150, render: ({ at }) => instant(at) },
  {
    key: 'state',
    title: labels.outboxMail.state,
    sortKey: 'state',
    width: 240,
    render: (mail) => <State mail={mail} hasServer={hasServer} />,
  },
  { key: 'subject', title: labels.outboxMail.subject, render: ({ subject }) => <span className={styles['wraps']}>{subject}</span> },
  {
    key: 'to',
    title: labels.outboxMail.to,
    render: (mail) => <span className={styles['wraps']}>{everybodyOf(mail).join('、')}</span>,
  },
]

/** /outbox-mail/list: the mails of the sites in reach, which of them were refused, and why. */
export const OutboxMailScreen = () => {
  const list = useListParams(spec)
  const result = useQuery(queryOf(endpoints.outboxMail.list, { query: list.query }))
  const { filters, setFilters } = list
  const hasServer = result.data?.hasServer !== false
  return (
    <>
      {!hasServer && (
        <div className={styles['notice']}>
          <Banner kind="prompt">{message('mailNoServer')}</Banner>
        </div>
      )}
      <ResourceList
        counter="件"
        title={<SubjectName subject="notices" />}
        nearby={<SubjectTabs subject="notices" search={{ officeId: filters.officeId }} />}
        columns={columnsFor(hasServer)}
        rowKey={(mail) => mail.id}
        rowHeight={64}
        list={list}
        result={result}
        refresh="最新の情報に更新"
        empty={{
          filtered: '該当するメールはありません',
          none: 'まだメールがありません',
          wayOut: 'アラートを知らせたメールが、ここに残ります。',
        }}
        renderActions={(mail) => <ResendButton mail={mail} />}
        filters={
          <>
            <OfficeFilter value={filters.officeId} which="all" onChange={(officeId) => setFilters({ officeId })} />
            <SelectFilter
              label={labels.outboxMail.state}
              value={filters.state}
              choices={states}
              onChange={(state) => setFilters({ state })}
            />
            <DayFilters
              labels={[labels.outboxMail.from, labels.auditLog.to]}
              values={[filters.from, filters.to]}
              onChange={([from, to]) => setFilters({ from, to })}
            />
          </>
        }
      />
    </>
  )
}
