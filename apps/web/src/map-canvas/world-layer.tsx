import CloseOutlined from '@ant-design/icons/CloseOutlined'
import { Button } from 'antd'
import { useEffect, useState, type ReactNode } from 'react'
import { useColourMode } from '../platform/colour-mode.ts'
import { palettes } from '../platform/tokens.ts'
import styles from './map-canvas.module.css'
import { paintOutline, readIslands } from './outline.ts'
import { overMarks } from './room.ts'
import { createTileLayer, readTiles, type Tiles } from './tiles.ts'
import { useStage } from './use-stage.ts'

const outlineOnly: Tiles = { url: null, attribution: { text: '日本の輪郭（Natural Earth）', url: null } }

// Said once, not on each map that is opened while the network is away.
let wasShown = false

/**
 * The world under the drawing: tiles where they come, and below them the outline of Japan, which is always there.
 * @param bare what is drawn where there are no tiles
 */
export const WorldLayer = ({ bare }: { readonly bare: ReactNode }) => {
  const stage = useStage()
  const mode = useColourMode()
  const [tiles, setTiles] = useState<Tiles | null>(null)
  const [isAbsent, setAbsent] = useState(false)
  const [isTelling, setTelling] = useState(false)

  useEffect(() => {
    let isHere = true
    readTiles().then(
      (read) => isHere && setTiles(read.url === null ? outlineOnly : read),
      () => isHere && setTiles(outlineOnly),
    )
    return () => {
      isHere = false
    }
  }, [])

  useEffect(() => {
    let remove: (() => void) | undefined
    let isHere = true
    void readIslands().then((islands) => {
      if (isHere) remove = stage.addGround((frame) => paintOutline(frame, islands))
    })
    return () => {
      isHere = false
      remove?.()
    }
  }, [stage])

  const url = isAbsent ? null : tiles?.url
  useEffect(() => {
    if (url == null) return undefined
    const onAbsent = () => {
      setAbsent(true)
      if (!wasShown) setTelling(true)
      wasShown = true
    }
    const layer = createTileLayer({ url, dark: mode === 'dark' ? palettes.dark.surface : null, onAbsent })
    stage.map.addLayer(layer)
    return () => {
      stage.map.removeLayer(layer)
      layer.dispose()
    }
  }, [stage, url, mode])

  // Back on the network, tiles are asked for again.
  useEffect(() => {
    const retry = () => {
      setAbsent(false)
      setTelling(false)
    }
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [])

  const { attribution } = isAbsent ? outlineOnly : (tiles ?? outlineOnly)
  return (
    <>
      {url === null && bare}
      {isTelling && (
        <p role="status" className={styles['notice']} {...overMarks}>
          地図タイルを読み込めません。背景は日本の輪郭だけです。機器と人の位置は変わりません。
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined aria-hidden="true" />}
            aria-label="この知らせを閉じる"
            onClick={() => setTelling(false)}
          />
        </p>
      )}
      <small className={styles['attribution']} {...overMarks}>
        {attribution.url === null ? (
          attribution.text
        ) : (
          <a href={attribution.url} target="_blank" rel="noreferrer">
            {attribution.text}
          </a>
        )}
      </small>
    </>
  )
}
