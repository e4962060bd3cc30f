import { channelSamples, notificationChannel, type NotificationChannel } from '@mimamori/contract/notification-channel'
import type { Language } from '@mimamori/contract/language'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useId, useState } from 'react'
import { Banner } from '../kit/banner.tsx'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { queryOf } from '../platform/query.ts'
import { PreviewMessage } from './preview-message.tsx'
import styles from './preview-part.module.css'

type Sample = (typeof channelSamples)[number]

const sampleNames: Readonly<Record<Sample, string>> = {
  condition: '体調',
  emergency: '緊急',
  siteHeat: '現場の暑さ',
  belt: '安全帯',
  silent: '途絶',
}
const samples = channelSamples.map((value) => ({ value, label: sampleNames[value] }))

type Props = { readonly channel: NotificationChannel; readonly language: Language; readonly withNames: boolean }

/** The very message that a channel is sent, in the language and with the names that the form says now. */
export const PreviewPart = ({ channel, language, withNames }: Props) => {
  const [sample, setSample] = useState<Sample>('condition')
  const heading = useId()
  const chooser = useId()
  const { id } = channel
  const result = useQuery({
    ...queryOf(notificationChannel.preview, { params: { id }, query: { sample, language, withNames } }),
    placeholderData: keepPreviousData,
  })
  const preview = result.data
  return (
    <section aria-labelledby={heading} className={styles['part']}>
      <header className={styles['head']}>
        <h3 id={heading} className={styles['title']}>
          このように届きます
        </h3>
        <label htmlFor={chooser} className="visually-hidden">
          見本
        </label>
        <Select id={chooser} size="small" className={styles['sample'] ?? ''} value={sample} options={samples} onChange={setSample} />
        <p className={styles['never']}>年齢・心拍は、社外の通知先へ送りません</p>
      </header>
      {preview === undefined ? (
        <NoAnswerYet result={result} height={160} />
      ) : (
        <>
          {preview.fault !== null && <Banner kind="failure">{preview.fault}</Banner>}
          <PreviewMessage type={channel.type} preview={preview} language={language} />
          {preview.request !== null && (
            <details className={styles['request']}>
              <summary>送る内容そのもの</summary>
              <pre>
                {`${preview.request.method} ${preview.request.url}\n`}
                {Object.entries(preview.request.headers)
                  .map(([name, value]) => `${name}: ${value}\n`)
                  .join('')}
                {`\n${preview.request.body}`}
              </pre>
            </details>
          )}
        </>
      )}
    </section>
  )
}
