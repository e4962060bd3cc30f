import { Button } from 'antd'
import { ErrorLines } from '../../kit/error-lines.tsx'
import { useAcknowledgement } from '../../emergency/use-answers.ts'
import { errorLines } from '../../platform/call-error.ts'
import styles from './confirm-bar.module.css'
import { chosenOf, type Person } from './group-by-person.ts'

type Props = {
  readonly person: Person
  readonly isTicked: (id: number) => boolean
  /** Ticks all of them, or none. */
  readonly onAll: (ticked: boolean) => void
}

const hintOf = (count: number, elsewhere: number): string => {
  if (count === 0) return '確認するアラートを選んでください。'
  if (elsewhere > 0) return `この表にない${elsewhere}件も含みます。`
  return count === 1 ? '' : `本人に一度会えば、${count}件とも確認できます。`
}

/** The one bar beneath a person's alerts that nobody has seen: all of them are confirmed together. */
export const ConfirmBar = ({ person, isTicked, onAll }: Props) => {
  const acknowledgement = useAcknowledgement()
  const chosen = chosenOf(person, isTicked)
  const onPage = person.onPage.filter(({ id }) => isTicked(id)).length
  return (
    <div className={styles['bar']} role="group" aria-label={`${person.name}の未対応のアラート`}>
      <b className={styles['name']}>
        {person.name}の未対応 {chosen.length}件を選択中
      </b>
      <span className={styles['hint']}>{hintOf(chosen.length, chosen.length - onPage)}</span>
      <span className={styles['actions']}>
        <Button size="small" onClick={() => onAll(chosen.length === 0)}>
          {chosen.length === 0 ? 'すべて選ぶ' : '選択を外す'}
        </Button>
        <Button
          size="small"
          type="primary"
          disabled={chosen.length === 0}
          loading={acknowledgement.isPending}
          onClick={() => acknowledgement.mutate(chosen)}
        >
          {chosen.length > 1 ? `${chosen.length}件をまとめて確認する` : '確認する'}
        </Button>
      </span>
      {acknowledgement.error !== null && <ErrorLines lines={errorLines(acknowledgement.error)} />}
    </div>
  )
}
