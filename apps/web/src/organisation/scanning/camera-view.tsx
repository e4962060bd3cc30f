import BulbOutlined from '@ant-design/icons/BulbOutlined'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import styles from './camera-view.module.css'
import { openCodeReader } from './read-codes.ts'
import { Phrase } from '../../kit/phrase.tsx'

const lookEveryMs = 150
/** The same code counts again after this time: it stays before the camera for a while. */
const sameAgainMs = 2_500

const reasonOf = (error: unknown): string => {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError') return 'カメラの使用が許可されていません。ブラウザーの設定で許可してから、もう一度開いてください。'
  if (name === 'NotFoundError') return 'カメラが見つかりません。番号や名前を入力してください。'
  return 'カメラを使えません。ほかのアプリが使っていないか確かめるか、番号や名前を入力してください。'
}

// The types of browsers do not know the light of a camera yet.
const hasLight = (track: MediaStreamTrack): boolean =>
  Object.entries(track.getCapabilities()).some(([name, has]) => name === 'torch' && has === true)

/** Looks at what the camera shows until it is stopped, and hands on each code once. */
const useCodes = (onCode: (text: string) => void) => {
  const video = useRef<HTMLVideoElement>(null)
  const latest = useRef(onCode)
  const [failure, setFailure] = useState('')
  const [track, setTrack] = useState<MediaStreamTrack>()
  useEffect(() => {
    latest.current = onCode
  })
  useEffect(() => {
    let isStopped = false
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = { text: '', at: 0 }
    const start = async () => {
      const [read, opened] = await Promise.all([
        openCodeReader(),
        navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }),
      ])
      stream = opened
      const shown = video.current
      if (isStopped || shown === null) return opened.getTracks().forEach((one) => one.stop())
      shown.srcObject = opened
      await shown.play()
      setTrack(opened.getVideoTracks()[0])
      const look = async () => {
        const [text] = await read(shown)
        if (isStopped) return
        const now = performance.now()
        if (text !== undefined && (text !== last.text || now - last.at > sameAgainMs)) latest.current(text)
        if (text !== undefined) last = { text, at: now }
        timer = setTimeout(() => void look().catch((error: unknown) => setFailure(reasonOf(error))), lookEveryMs)
      }
      await look()
    }
    start().catch((error: unknown) => !isStopped && setFailure(reasonOf(error)))
    return () => {
      isStopped = true
      clearTimeout(timer)
      stream?.getTracks().forEach((one) => one.stop())
    }
  }, [])
  return { video, failure, track }
}

type CameraViewProps = {
  /** What to hold into the frame. */
  readonly hint: string
  readonly onCode: (text: string) => void
}

/** The camera's picture with a frame; every code it sees is handed on. */
export const CameraView = ({ hint, onCode }: CameraViewProps) => {
  const { video, failure, track } = useCodes(onCode)
  const [isLit, setLit] = useState(false)
  const toggle = (to: boolean) => {
    setLit(to)
    const constraints: MediaTrackConstraints & { advanced: { torch?: boolean }[] } = { advanced: [{ torch: to }] }
    track?.applyConstraints(constraints).catch(() => setLit(!to))
  }
  if (failure !== '')
    return (
      <p role="alert" className={styles['failure']}>
        <Phrase text={failure} />
      </p>
    )
  return (
    <div className={styles['view']}>
      <video ref={video} muted playsInline aria-label="カメラの映像" />
      <p className={styles['hint']}>{hint}</p>
      <div className={styles['frame']} aria-hidden="true" />
      {track !== undefined && hasLight(track) && (
        <Button
          className={styles['light'] ?? ''}
          shape="circle"
          size="large"
          aria-pressed={isLit}
          aria-label="ライト"
          icon={<BulbOutlined />}
          onClick={() => toggle(!isLit)}
        />
      )}
    </div>
  )
}
