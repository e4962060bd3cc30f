import ReloadOutlined from '@ant-design/icons-svg/es/asn/ReloadOutlined'
import { AnswerError, errorLines } from '../platform/call-error.ts'
import { PlainButton } from './plain-button.tsx'
import styles from './list-failure.module.css'
import { Phrase } from './phrase.tsx'

type ListFailureProps = { readonly error: Error; readonly result: { readonly isFetching: boolean; readonly refetch: () => unknown } }

// What is not there, or not theirs, is not there the next time either.
const isGone = (error: Error) => error instanceof AnswerError && error.status === 404

/** Shown instead of a list that could not be loaded. */
export const ListFailure = ({ error, result }: ListFailureProps) => {
  return (
    <div className={styles['failure']} role="alert">
      <p className={styles['title']}>
        <Phrase text="読み込めませんでした" />
      </p>
      {errorLines(error).map((line, index) => (
        <p key={index}>
          <Phrase text={line.text} />
        </p>
      ))}
      {!isGone(error) && (
        <PlainButton icon={ReloadOutlined} loading={result.isFetching} onClick={() => void result.refetch()}>
          <Phrase text="再読込" />
        </PlainButton>
      )}
    </div>
  )
}
