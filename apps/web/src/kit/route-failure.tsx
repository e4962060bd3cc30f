import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { Button } from 'antd'
import { errorLines } from '../platform/call-error.ts'
import styles from './route-failure.module.css'

/** What shows in place of a screen that could not be loaded or broke. */
export const RouteFailure = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter()
  const again = () => {
    reset()
    void router.invalidate()
  }
  return (
    <section className={styles['failure']} role="alert">
      <h1 className={styles['title']}>画面を表示できません</h1>
      {errorLines(error).map((line) => (
        <p key={line.text}>{line.text}</p>
      ))}
      <Button onClick={again}>もう一度試す</Button>
    </section>
  )
}
