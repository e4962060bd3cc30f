import { endpoints } from '@mimamori/contract/endpoints'
import type { ConfirmationMeans } from '@mimamori/contract/own-data'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Banner } from '../kit/banner.tsx'
import { fetchFile } from '../kit/fetch-file.ts'
import { TranslatedText } from '../kit/translated-text.tsx'
import { call } from '../platform/api.ts'
import { AnswerError, errorLines } from '../platform/call-error.ts'
import { sizeIn } from '../platform/local-format.ts'
import { saveFile } from '../platform/save-file.ts'
import { currentLanguage } from '../platform/texts.ts'
import { useViewer } from '../platform/viewer.ts'
import { ConfirmForm } from './confirm-form.tsx'
import styles from './my-data.module.css'

type Step =
  | { readonly at: 'start' | 'asking' }
  | { readonly at: 'confirming'; readonly means: readonly ConfirmationMeans[] }
  | { readonly at: 'fetching' | 'done'; readonly bytes: number }
  | { readonly at: 'failed'; readonly words: string | null }

/** What a failure says; null where the connection broke off. */
const wordsOf = (error: unknown): string | null => (error instanceof AnswerError ? (errorLines(error)[0]?.text ?? null) : null)

const useDownload = () => {
  const [step, setStep] = useState<Step>({ at: 'start' })
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])
  const fetchData = async () => {
    const own = new AbortController()
    leaving.current = own
    setStep({ at: 'fetching', bytes: 0 })
    try {
      const source = { endpoint: endpoints.ownData.myData, input: { query: { language: currentLanguage() } }, fileName: 'my-data.zip' }
      const { name, content } = await fetchFile(source, (bytes) => setStep({ at: 'fetching', bytes }), own.signal)
      saveFile(name, content)
      setStep({ at: 'done', bytes: content.size })
    } catch (error) {
      setStep(own.signal.aborted ? { at: 'start' } : { at: 'failed', words: wordsOf(error) })
    }
  }
  const begin = async () => {
    setStep({ at: 'asking' })
    try {
      const { until, means } = await call(endpoints.ownData.confirmation)
      if (until === null) setStep({ at: 'confirming', means })
      else await fetchData()
    } catch (error) {
      setStep({ at: 'failed', words: wordsOf(error) })
    }
  }
  return { step, begin, fetchData, cancel: () => setStep({ at: 'start' }), stop: () => leaving.current?.abort() }
}

/** Fetches what is kept of oneself, after one has shown once more who one is. */
export const DownloadPart = () => {
  const { card } = useViewer()
  const { step, begin, fetchData, cancel, stop } = useDownload()
  const size = (bytes: number) => ({ size: sizeIn(currentLanguage(), bytes) })
  if (step.at === 'confirming') return <ConfirmForm means={step.means} onConfirmed={() => void fetchData()} onCancel={cancel} />
  return (
    <div className={styles['download']}>
      <p>
        <TranslatedText name="myData.intro" />
      </p>
      {card?.sharedUntil != null && (
        <Banner kind="prompt">
          <TranslatedText name="myData.shared" />
        </Banner>
      )}
      {step.at === 'failed' && <Banner kind="failure">{step.words === null ? <TranslatedText name="myData.failed" /> : step.words}</Banner>}
      {step.at === 'done' && (
        <p role="status" className={styles['done']}>
          <TranslatedText name="myData.done" values={size(step.bytes)} />
        </p>
      )}
      {step.at === 'fetching' ? (
        <div className={styles['fetching']} role="status">
          <p>
            <TranslatedText name="myData.making" />
          </p>
          <p className={styles['received']}>
            <TranslatedText name="myData.received" values={size(step.bytes)} />
          </p>
          <Button size="large" onClick={stop}>
            <TranslatedText name="myData.cancel" />
          </Button>
        </div>
      ) : (
        <Button type="primary" size="large" className={styles['wide'] ?? ''} loading={step.at === 'asking'} onClick={() => void begin()}>
          <TranslatedText name="myData.download" />
        </Button>
      )}
    </div>
  )
}
