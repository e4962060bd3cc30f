import type { Downlink } from '@mimamori/contract/downlink'
import { Button } from 'antd'
import { useState } from 'react'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import styles from './command-list.module.css'
import { CommandState } from './command-state.tsx'
import type { ConfirmationState } from './confirmation.ts'
import { fieldInWords, inFormOrder, valueInWords } from './setting-words.ts'
import type { useDownlinks } from './use-downlinks.ts'

const firstShown = 5

const reasonOf = ({ state, error, renews }: Downlink) => {
  if (state === 'failed') return error ?? '機器が設定できないと答えました。理由は届いていません。'
  if (renews) return '期限までに機器の返事がありませんでした。機器の受信が戻ると、設定を自動でもう一度送ります。'
  if (state === 'expired') return error === null ? '期限までに機器の返事がありませんでした。' : `${error}。`
  return state === 'superseded' ? 'あとから保存した設定にまとめました。' : null
}

const Command = ({ command }: { readonly command: Downlink }) => {
  const reason = reasonOf(command)
  return (
    <li className={styles['command']}>
      <CommandState command={command} />
      <dl className={styles['payload']}>
        {inFormOrder(command.kind, command.payload).map(([name, value]) => (
          <div key={name}>
            <dt>{fieldInWords(command.kind, name)}</dt>
            <dd>{valueInWords(command.kind, name, value)}</dd>
          </div>
        ))}
      </dl>
      {reason !== null && (
        <p className={styles['reason']} data-state={command.state}>
          {reason}
        </p>
      )}
      {command.createdBy !== null && <p className={styles['by']}>操作した人　{command.createdBy}</p>}
    </li>
  )
}

type SummaryProps = {
  readonly commands: readonly Downlink[]
  readonly standings: ReadonlyMap<string, ConfirmationState>
  readonly isSaved: boolean
}

const summaryOf = ({ commands, standings, isSaved }: SummaryProps): string => {
  const count = (wanted: ConfirmationState) => [...standings.values()].filter((confirmation) => confirmation === wanted).length
  const [waiting, lost] = [count('waiting'), count('lost')]
  if (lost > 0 && commands.some(({ renews }) => renews))
    return `${lost}項目が機器に伝わっていません。機器の受信が戻ると、自動でもう一度送ります。`
  if (lost > 0) return `${lost}項目が機器に伝わっていません。「保存する」を押すと、もう一度送ります。`
  if (waiting > 0) return `${waiting}項目について、機器の返事を待っています。`
  if (commands.length > 0) return '保存した設定は、すべて機器に反映されています。'
  return isSaved
    ? 'まだ設定を送っていません。「保存する」を押すと、既定値と違う項目を送ります。'
    : 'まだ設定を保存していません。機器は既定値で動いています。'
}

type CommandListProps = Pick<SummaryProps, 'standings' | 'isSaved'> & ReturnType<typeof useDownlinks> & { readonly device: string }

/** What the device has confirmed of its setting, and its last commands. */
export const CommandList = ({ commands, result, standings, isSaved, device }: CommandListProps) => {
  const [all, setAll] = useState(false)
  if (commands === undefined) return <NoAnswerYet result={result} height={160} />
  const shown = all ? commands : commands.slice(0, firstShown)
  const unseen = commands.length - shown.length
  return (
    <>
      <p role="status" className={styles['summary']}>
        {summaryOf({ commands, standings, isSaved })}
      </p>
      {result.error !== null && <p className={styles['reason']}>最新の状態を読み込めません。つながると自動で更新します。</p>}
      {commands.length > 0 && (
        <ul className={styles['commands']} aria-label={`${device}に送った設定`}>
          {shown.map((command) => (
            <Command key={command.id} command={command} />
          ))}
        </ul>
      )}
      {unseen > 0 && (
        <Button type="link" size="small" onClick={() => setAll(true)}>
          前の{unseen}件も見る
        </Button>
      )}
    </>
  )
}
