import { useEffect, useRef, useState } from 'react'
import type { Picture } from './map-geometry.ts'
import styles from './map-canvas.module.css'
import { levelsOf, paintPicture, strengthOf, turnedOver, type Levels } from './paint-picture.ts'
import { loadPicture, type LoadedPicture } from './picture.ts'
import { useStage } from './use-stage.ts'

type State = 'loading' | 'failed' | LoadedPicture

type PictureLayerProps = {
  readonly picture: Picture
  /** 0 to 1; undefined for as strong as suits the colours of the console. */
  readonly strength: number | undefined
}

/** The map's drawing. Without it the marks keep their places. */
export const PictureLayer = ({ picture, strength }: PictureLayerProps) => {
  const stage = useStage()
  const [read, setRead] = useState<{ readonly url: string; readonly state: State } | null>(null)
  const shown = useRef(strength)
  const { url, width, height } = picture
  const state = read?.url === url ? read.state : 'loading'

  useEffect(() => {
    const stop = new AbortController()
    loadPicture({ url, width, height }, stop.signal).then(
      (loaded) => {
        if (stop.signal.aborted) loaded.bitmap.close()
        else setRead({ url, state: loaded })
      },
      () => {
        if (!stop.signal.aborted) setRead({ url, state: 'failed' })
      },
    )
    return () => stop.abort()
  }, [url, width, height])

  useEffect(() => {
    shown.current = strength
    stage.repaint()
  }, [stage, strength])
  useEffect(() => {
    if (typeof state === 'string') return undefined
    const light = levelsOf(state.bitmap)
    let dark: Levels | null = null
    return stage.add({
      z: 0,
      paint: (frame) => {
        const { isDark, palette } = frame.look
        if (isDark && state.isLines) dark ??= levelsOf(turnedOver(state.bitmap, palette.surface))
        frame.context.globalAlpha = shown.current ?? strengthOf(isDark)
        paintPicture(frame, stage.geometry(), isDark && dark !== null ? dark : light)
      },
    })
  }, [stage, state])
  useEffect(
    () => () => {
      if (typeof state !== 'string') state.bitmap.close()
    },
    [state],
  )

  if (state === 'loading')
    return (
      <p role="status" className={styles['notice']}>
        図面を読み込んでいます。
      </p>
    )
  return (
    state === 'failed' && (
      <p role="status" className={styles['notice']}>
        図面を読み込めませんでした。機器と人の位置は、図面なしで表示しています。
      </p>
    )
  )
}
