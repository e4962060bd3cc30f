import { apiTokenStateNames, type ApiTokenRow, type apiTokenSortKeys, readKeyNoticeDays } from '@mimamori/contract/api-token'
import { labels } from '@mimamori/contract/labels'
import { readScopeNames } from '@mimamori/contract/read-scope'
import type { Column } from '../kit/data-table.tsx'
import { Id, TwoLines } from '../organisation/accounts/person-cells.tsx'
import { dayInWords, remainderInWords, sitesInWords, timeInWords } from './read-key-words.ts'
import styles from './read-key.module.css'

export type TokenSortKey = (typeof apiTokenSortKeys)[number]

/** The scopes, each as a tag. */
export const Scopes = ({ scopes }: Pick<ApiTokenRow, 'scopes'>) => (
  <ul className={styles['scopes']}>
    {scopes.map((scope) => (
      <li key={scope} className={styles['scope']}>
        {readScopeNames[scope]}
      </li>
    ))}
  </ul>
)

/** Where a token is over, or soon will be. */
export const isPressing = ({ state, daysLeft }: ApiTokenRow): boolean =>
  state === 'ended' || (state === 'live' && daysLeft - 1 <= readKeyNoticeDays)

const Remainder = ({ row }: { readonly row: ApiTokenRow }) => {
  const words = remainderInWords(row, readKeyNoticeDays)
  return isPressing(row) ? <strong className={styles['pressing']}>{words}</strong> : <>{words}</>
}

/** The columns of the list of tokens. Those that are over turn pale by the row. */
export const tokenColumns = (now: number, withCompany: boolean): readonly Column<ApiTokenRow, TokenSortKey>[] => {
  const label = labels.apiToken
  return [
    {
      key: 'name',
      title: (
        <>
          {label.name}
          <span className={styles['beside']}>・{label.id}</span>
        </>
      ),
      sortKey: 'name',
      fixed: 'start',
      render: ({ name, id }) => <TwoLines first={<span className={styles['name']}>{name}</span>} second={<Id>{id}</Id>} />,
    },
    { key: 'scopes', title: label.scopes, render: ({ scopes }) => <Scopes scopes={scopes} /> },
    {
      key: 'offices',
      title: label.offices,
      render: (row) => (
        <span className={styles['sites']}>
          {sitesInWords(row)}
          {withCompany && <span className={styles['second']}>{row.companyName}</span>}
        </span>
      ),
    },
    {
      key: 'endsOn',
      title: label.endsOn,
      sortKey: 'endsOn',
      render: (row) => <TwoLines first={dayInWords(row.endsOn)} second={<Remainder row={row} />} />,
    },
    {
      key: 'lastUsedAt',
      title: label.lastUsedAt,
      sortKey: 'lastUsedAt',
      render: ({ lastUsedAt, lastAddress, createdAt }) =>
        lastUsedAt === null ? (
          <TwoLines
            first={<span className={styles['unused']}>まだ何も読んでいません</span>}
            second={<>作成 {timeInWords(createdAt, now)}</>}
          />
        ) : (
          <TwoLines first={<time dateTime={lastUsedAt}>{timeInWords(lastUsedAt, now)}</time>} second={<Id>{lastAddress}</Id>} />
        ),
    },
  ]
}

/** Why a token is no longer good; undefined while it is. */
export const endOf = ({ state, stoppedAt, stoppedBy }: ApiTokenRow, now: number): string | undefined => {
  if (state === 'live') return undefined
  if (state !== 'stopped' || stoppedAt === null) return state === 'ended' ? '使えません' : apiTokenStateNames[state]
  return `${timeInWords(stoppedAt, now)}に${stoppedBy ?? ''}が止めました`
}
