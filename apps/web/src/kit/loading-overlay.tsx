import { useEffect, useState } from 'react'
import { usePhrase } from '../platform/phrases.ts'
import styles from './loading-overlay.module.css'

const patience = 200

/** Covers the area around it while something runs, and says what. Short waits show nothing at all. */
export const LoadingOverlay = ({ message = '読み込んでいます' }: { readonly message?: string }) => {
  const phrase = usePhrase()
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), patience)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles['overlay']} data-shown={shown}>
      <div role="status" className={styles['box']}>
        <span className={styles['spinner']} aria-hidden="true" />
        {shown && phrase(message)}
      </div>
    </div>
  )
}
