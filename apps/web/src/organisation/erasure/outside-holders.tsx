import type { OutsideHolder, OutsideKind } from '@mimamori/contract/erasure'
import { Moment } from '../../marks/ago.tsx'
import styles from './outside-holders.module.css'

const headings: Record<OutsideKind, string> = {
  mail: 'メールを受け取った宛先',
  push: '通知を受け取った人',
  channel: '氏名を送った通知先',
  file: 'ファイルを出力した人',
  provider: '会社の認証サービス',
}

const kinds: readonly OutsideKind[] = ['mail', 'push', 'channel', 'file', 'provider']

const Line = ({ holder: { who, what, count, lastAt } }: { readonly holder: OutsideHolder }) => (
  <li>
    <span className={styles['who']}>{who}</span>
    {lastAt !== null && (
      <span className={styles['count']}>
        {what !== null && `${what}　`}
        {count.toLocaleString('ja-JP')}件・最後 <Moment at={lastAt} />
      </span>
    )}
  </li>
)

const shownAtFirst = 10

const Lines = ({ holders }: { readonly holders: readonly OutsideHolder[] }) => (
  <ul className={styles['list']}>
    {holders.map((holder) => (
      <Line key={`${holder.who} ${holder.what ?? ''}`} holder={holder} />
    ))}
  </ul>
)

const Kind = ({ heading, holders }: { readonly heading: string; readonly holders: readonly OutsideHolder[] }) => (
  <section className={styles['kind']}>
    <h4 className={styles['heading']}>
      {heading}（{holders.length}）
    </h4>
    <Lines holders={holders.slice(0, shownAtFirst)} />
    {holders.length > shownAtFirst && (
      <details>
        <summary>ほかの{holders.length - shownAtFirst}件を表示</summary>
        <Lines holders={holders.slice(shownAtFirst)} />
      </details>
    )}
  </section>
)

/** Who holds what names a person where an erasure does not reach: each is to be asked by people. */
export const OutsideHolders = ({ holders }: { readonly holders: readonly OutsideHolder[] }) => (
  <>
    {holders.length === 0 && <p>メール、通知、通知先、ファイルで渡した先はありません。</p>}
    {kinds.map((kind) => {
      const own = holders.filter((holder) => holder.kind === kind)
      return own.length > 0 && <Kind key={kind} heading={headings[kind]} holders={own} />
    })}
    <p className={styles['note']}>
      印刷した紙と、開いたままの画面も残ります。バックアップから復元したときは、次の起動でもう一度消去します。
    </p>
  </>
)
